/** JSON Schemas and TypeScript types of webhook payloads, generated from the bundled specification. */
import openapiTypescript, { astToString } from 'openapi-typescript';
import { format } from 'prettier';
import ts from 'typescript';
import { provider } from '../../src/site/provider';
import { isRecord, toRecord } from '../../src/specification/json';
import { listReferences } from '../../src/specification/references';
import { Specification } from '../../src/specification/specification';
import type { Schema } from '../../src/specification/types';

const prefix = '#/components/schemas/';

/** The union of all events, and the schemas that several events share. */
const ROOTS = ['WebhookEvent', 'TransactionEvent', 'SubscriptionEvent', 'DisputeEvent', 'OrderEvent'];

/**
 * The schemas that a delivery can hold, and all that they refer to, by name.
 *
 * @throws If one of them is missing.
 */
function listSchemas(specification: Specification): [name: string, schema: Schema][] {
  const roots = ROOTS.map((name) => ({ $ref: `${prefix}${name}` }));
  const names = [...listReferences(specification.document, roots)].flatMap((it) => Specification.schemaName(it) ?? []);
  return names.map((name) => [name, specification.getSchema(name)]);
}

/** Copies a schema with references to files, and without OpenAPI-only keywords. */
function toJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toJsonSchema);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith('x-') && key !== 'discriminator')
      .map(([key, entry]) => [key, key === '$ref' ? `${String(entry).replace(prefix, '')}.json` : toJsonSchema(entry)]),
  );
}

/**
 * One JSON Schema (2020-12) per schema that a delivery can hold; each refers to the others by file name.
 *
 * @returns File name (`TransactionEvent.json`) → document.
 * @throws If a schema is missing.
 */
export function payloadSchemas(specification: Specification): Map<string, object> {
  return new Map(
    listSchemas(specification).map(([name, schema]) => [
      `${name}.json`,
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: `${provider.docs}/schemas/${name}.json`,
        title: name,
        ...toRecord(toJsonSchema(schema)),
      },
    ]),
  );
}

/** Replaces `components["schemas"]["Money"]` with the name, because every schema is a type in the module below. */
const nameAlone = (text: string) => text.replace(/components\["schemas"\]\["(\w+)"\]/g, '$1');

/** The types in `components.schemas` of generated declarations, with their comments. */
function schemaTypes(source: string): { name: string; text: string; comment: string }[] {
  const file = ts.createSourceFile('types.ts', source, ts.ScriptTarget.Latest, true);
  const components = file.statements.filter(ts.isInterfaceDeclaration).find(({ name }) => name.text === 'components');
  const schemas = components?.members.find((member) => member.name?.getText() === 'schemas');
  if (
    schemas === undefined ||
    !ts.isPropertySignature(schemas) ||
    !schemas.type ||
    !ts.isTypeLiteralNode(schemas.type)
  ) {
    throw new Error('openapi-typescript generated no types for the schemas. Check its release notes.');
  }
  return schemas.type.members.filter(ts.isPropertySignature).map((member) => ({
    name: member.name.getText(),
    text: nameAlone(member.type?.getText() ?? 'unknown'),
    comment: source.slice(member.getFullStart(), member.getStart()).trim(),
  }));
}

/**
 * TypeScript declarations of the same schemas as one module: `export type TransactionEvent = { … };`.
 *
 * @returns The source of the module and, by name, each declaration in it.
 * @throws If a schema is missing, or the declarations can't be made.
 */
export async function payloadTypes(
  specification: Specification,
): Promise<{ module: string; declarations: Record<string, string> }> {
  const document = {
    openapi: '3.1.1',
    info: { title: 'Webhook payloads', version: '0.0.1' },
    paths: {},
    components: { schemas: Object.fromEntries(listSchemas(specification)) },
  };
  // A default applies if a field is missing. It doesn't make the field present in deliveries.
  const nodes = await openapiTypescript(JSON.stringify(document), { defaultNonNullable: false });
  const declarations: Record<string, string> = {};
  for (const { name, text, comment } of schemaTypes(astToString(nodes))) {
    const declaration = `${comment}\nexport type ${name} = ${text};\n`;
    declarations[name] = await format(declaration, { parser: 'typescript', singleQuote: true, printWidth: 90 });
  }
  return { module: Object.values(declarations).join('\n'), declarations };
}
