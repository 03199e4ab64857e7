/** Makes responses with files known to the mock server, which answers 500 to OpenAPI 3.1's way of describing them. */

interface Content {
  schema?: { type?: unknown; contentMediaType?: unknown; format?: string };
}

/** The parts of a document that are looked at. */
export interface DocumentWithFiles {
  paths?: Record<string, object>;
}

/**
 * Gives every file in a response the type of OpenAPI 3.0, `string` in the format `binary`, in place.
 *
 * @param document - bundled OpenAPI document, a copy that may be changed
 * @returns how many files there were
 */
export function describeFilesAsStrings(document: DocumentWithFiles): number {
  let files = 0;
  for (const item of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(item) as { responses?: Record<string, { content?: object }> }[]) {
      for (const { content = {} } of Object.values(operation.responses ?? {})) {
        for (const { schema } of Object.values(content) as Content[]) {
          if (schema?.contentMediaType === undefined || schema.type !== undefined) continue;
          files += 1;
          delete schema.contentMediaType;
          Object.assign(schema, { type: 'string', format: 'binary' });
        }
      }
    }
  }
  return files;
}
