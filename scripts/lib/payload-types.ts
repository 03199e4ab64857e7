/** JSON Schemas and TypeScript types of webhook payloads, generated from the bundled specification. */
import openapiTypescript, { astToString } from 'openapi-typescript';
import { format } from 'prettier';
import ts from 'typescript';
import { provider } from '../../src/site/provider';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = Record<string, Json>;

/** The parts of the bundled specification that this module reads. */
export interface DescribedPayloads {
  components?: { schemas?: Record<string, JsonObject> };
}

const prefix = '#/components/schemas/';

/** The shared payload schemas, one per kind of object in events. */
const envelopeNames = ['TransactionEvent', 'SubscriptionEvent', 'DisputeEvent', 'OrderEvent'] as const;

/** The union of all events. It references every event and every payload schema. */
const eventUnion = 'WebhookEvent';

/** Copies a schema with rewritten references and without OpenAPI-only keywords. */
function rewrite(value: Json, reference: (name: string) => string): Json {
  if (Array.isArray(value)) {
    return value.map((entry) => rewrite(entry, reference));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith('x-') && key !== 'discriminator')
      .map(([key, entry]) =>
        key === '$ref' && typeof entry === 'string' && entry.startsWith(prefix)
          ? [key, reference(entry.slice(prefix.length))]
          : [key, rewrite(entry, reference)],
      ),
  );
}

/** The given schemas and all that they reference, in order of discovery. */
function reachable(schemas: Record<string, JsonObject>, names: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    const schema = schemas[name];
    if (schema === undefined) {
      throw new Error(
        `api-spec/components/schemas: the schema "${name}" is missing, and webhook payloads require it. Add it.`,
      );
    }
    found.add(name);
    rewrite(schema, (other) => {
      visit(other);
      return other;
    });
  };
  names.forEach(visit);
  return [...found];
}

/**
 * One JSON Schema (2020-12) per schema that a delivery can hold; each refers to the others by file name.
 *
 * @returns file name (`TransactionEvent.json`) → document
 * @throws if an envelope or something it refers to is missing
 */
export function payloadSchemas(specification: DescribedPayloads): Map<string, JsonObject> {
  const schemas = specification.components?.schemas ?? {};
  return new Map(
    reachable(schemas, [eventUnion, ...envelopeNames]).map((name) => [
      `${name}.json`,
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: `${provider.docs}/schemas/${name}.json`,
        title: name,
        ...(rewrite(schemas[name] ?? {}, (other) => `${other}.json`) as JsonObject),
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
 * @returns the source of the module and, by name, each declaration in it
 * @throws if a schema is missing or the declarations cannot be made
 */
export async function payloadTypes(
  specification: DescribedPayloads,
): Promise<{ module: string; declarations: Record<string, string> }> {
  const schemas = specification.components?.schemas ?? {};
  const names = reachable(schemas, [eventUnion, ...envelopeNames]);
  const document = {
    openapi: '3.1.1',
    info: { title: 'Webhook payloads', version: '0.0.1' },
    paths: {},
    components: { schemas: Object.fromEntries(names.map((name) => [name, schemas[name]])) },
  };
  const source = astToString(
    // A default applies if a field is missing. It doesn't make the field present in deliveries.
    await openapiTypescript(document as unknown as Parameters<typeof openapiTypescript>[0], {
      defaultNonNullable: false,
    }),
  );
  const declarations: Record<string, string> = {};
  for (const { name, text, comment } of schemaTypes(source)) {
    const declaration = `${comment}\nexport type ${name} = ${text};\n`;
    declarations[name] = await format(declaration, { parser: 'typescript', singleQuote: true, printWidth: 90 });
  }
  return { module: Object.values(declarations).join('\n'), declarations };
}
