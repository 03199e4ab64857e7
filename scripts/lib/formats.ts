/** How the files for readers are written. Marked numbers become numbers. */
import { stringify } from 'yaml';
import { showNumbers } from '../../src/specification/json';

/** Any value as JSON. */
export const toJson = (value: unknown): string => `${showNumbers(JSON.stringify(value, null, 2))}\n`;

/**
 * Any value as YAML. Strings that parsers of YAML 1.1 would take for something else, such as the country `NO`, are
 * quoted.
 */
export const toYaml = (value: unknown): string =>
  showNumbers(stringify(value, { lineWidth: 120, aliasDuplicateObjects: false, compat: 'yaml-1.1' }));
