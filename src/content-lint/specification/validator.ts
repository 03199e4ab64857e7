/**
 * Checks values against schemas of the description, references and circles included.
 *
 * The whole description is given to Ajv as one document, so every schema in it can be used by its pointer.
 */
import Ajv2020, { type ErrorObject } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Description } from './description';

const DOCUMENT = 'description';

export interface Validator {
  /** What is wrong with a value by the schema at a pointer, as one line; undefined when nothing is. */
  readonly wrong: (pointer: string, value: unknown) => string | undefined;
}

function formatError(error: ErrorObject): string {
  const extra =
    typeof error.params.additionalProperty === 'string'
      ? ` (${error.params.additionalProperty})`
      : Array.isArray(error.params.allowedValues)
        ? ` (${(error.params.allowedValues as unknown[]).slice(0, 5).join(', ')}…)`
        : '';
  return `${error.instancePath || '/'} ${error.message ?? error.keyword}${extra}`;
}

/** Makes a validator of a description. It throws when a schema itself is broken. */
export function createValidator(description: Description): Validator {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false });
  addFormats(ajv);
  ajv.addFormat('decimal', true);
  ajv.addSchema(description, DOCUMENT);
  return {
    wrong(pointer, value) {
      const fragment = pointer.split('/').map(encodeURIComponent).join('/').replaceAll('%7E', '~');
      const validate = ajv.getSchema(`${DOCUMENT}#${fragment}`);
      if (validate === undefined) throw new Error(`${pointer}: no schema there`);
      if (validate(value) === true) return undefined;
      return (validate.errors ?? []).slice(0, 4).map(formatError).join('; ');
    },
  };
}
