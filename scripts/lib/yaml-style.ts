import type { CreateNodeOptions, DocumentOptions, SchemaOptions, ToStringOptions } from 'yaml';

/**
 * How the YAML files for readers are written. Strings that parsers of YAML 1.1 would take for something else, such as the
 * country `NO`, are quoted.
 */
export const YAML_STYLE: CreateNodeOptions & DocumentOptions & SchemaOptions & ToStringOptions = {
  lineWidth: 120,
  aliasDuplicateObjects: false,
  compat: 'yaml-1.1',
};
