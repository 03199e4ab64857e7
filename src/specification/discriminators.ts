/** Writes down what OpenAPI leaves to tools: which schema each value of a discriminator selects. */
import { isRecord } from './json';
import { walkDocument } from './keywords';
import type { OpenApiDocument, Schema } from './types';

/**
 * Completes the mapping of each discriminator, in place: names of schemas become references, and the schemas that contain a
 * parent in their `allOf` are listed by their names.
 *
 * @param document - The bundled specification.
 */
export function completeDiscriminators(document: OpenApiDocument): void {
  const schemas = document.components?.schemas ?? {};
  const refer = (name: string): string => `#/components/schemas/${name}`;
  walkDocument(document, ({ kind, node, pointer }) => {
    const { discriminator, oneOf, anyOf } = node as Schema;
    if (kind !== 'Schema' || !isRecord(discriminator)) return;
    const mapping = Object.entries(discriminator.mapping ?? {}).map(([value, target]): [string, string] => [
      value,
      Object.hasOwn(schemas, target) ? refer(target) : target,
    ]);
    const isChild = ({ allOf }: Schema): boolean => allOf?.some(({ $ref }) => $ref === `#${pointer}`) === true;
    const isListed = (name: string): boolean => mapping.some(([, target]) => target === refer(name));
    for (const [name, schema] of Object.entries(schemas)) {
      if (!oneOf && !anyOf && isRecord(schema) && isChild(schema) && !isListed(name)) mapping.push([name, refer(name)]);
    }
    if (mapping.length > 0) discriminator.mapping = Object.fromEntries(mapping);
  });
}
