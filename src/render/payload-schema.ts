/**
 * The shape of what a webhook delivers, in the three forms that receivers need: fields, TypeScript type, JSON Schema.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Element } from 'hast';
import { type Specification, SpecificationError } from '../specification/specification';
import { unknownName } from '../specification/names';
import { codeFigure } from './code-figure';
import { h } from './hast';
import { fieldTable } from './reference-tables';

/** Where `npm run generate` puts the declarations and the schemas. */
export interface PayloadFiles {
  /** `payload-types.json`: schema name → TypeScript declaration. */
  types: string;
  /** Folder of the JSON Schemas that the site serves. */
  schemas: string;
}

/** The generated files that stand beside a bundled specification. */
export function getPayloadFiles(specificationFile: string): PayloadFiles {
  const folder = path.dirname(specificationFile);
  return { types: path.join(folder, 'payload-types.json'), schemas: path.join(folder, 'static', 'schemas') };
}

/**
 * `<PayloadSchema schema="TransactionEvent" />`: a field table, then type and schema, folded.
 *
 * @throws SpecificationError if no delivery holds such a schema
 */
export function payloadSchema(specification: Specification, name: string, files: PayloadFiles): Element {
  const types = existsSync(files.types)
    ? (JSON.parse(readFileSync(files.types, 'utf8')) as Record<string, string>)
    : {};
  const type = types[name];
  if (type === undefined) {
    throw new SpecificationError(unknownName('schema of webhook deliveries', name, Object.keys(types)));
  }
  return h('div', { className: ['payload-schema'] }, [
    fieldTable(specification, name, undefined),
    h('details', { className: ['fold'] }, [
      h('summary', `TypeScript type of ${name}`),
      codeFigure({ source: type, language: 'ts', label: `TypeScript type of ${name}` }),
    ]),
    h('p', 'JSON Schema: ', h('a', { href: `pathname:///schemas/${name}.json` }, `${name}.json`)),
  ]);
}
