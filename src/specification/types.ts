/**
 * The parts of an OpenAPI 3.1 document that this site reads, as plain types. `keywords.ts` refuses all others, so a
 * keyword that's added here needs a row there.
 */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A number, or its text on pages, which show it as it's written (`parseWritten`). */
type Decimal = number | string;

/** A guide that explains more. */
export interface ExternalDocs {
  url: string;
  description?: string;
}

/** A request that can follow a response: which operation, and where its parameters come from. */
export interface Link {
  operationId?: string;
  description?: string;
  parameters?: Record<string, string>;
}

export interface Reference {
  $ref: string;
  description?: string;
}

export interface Schema {
  $ref?: string;
  title?: string;
  type?: string | string[];
  description?: string;
  deprecated?: boolean;
  readOnly?: boolean;
  writeOnly?: boolean;
  format?: string;
  contentMediaType?: string;
  contentEncoding?: string;
  enum?: JsonValue[];
  const?: JsonValue;
  default?: JsonValue;
  example?: JsonValue;
  examples?: JsonValue[];
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: Decimal;
  maximum?: Decimal;
  exclusiveMinimum?: Decimal;
  exclusiveMaximum?: Decimal;
  multipleOf?: Decimal;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  prefixItems?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  if?: Schema;
  then?: Schema;
  else?: Schema;
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  'x-enumDescriptions'?: Record<string, string>;
  'x-open-enum'?: boolean;
}

export interface Example {
  summary?: string;
  description?: string;
  value?: JsonValue;
}

export interface MediaType {
  schema?: Schema;
  example?: JsonValue;
  examples?: Record<string, Example | Reference>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  description?: string;
  required?: boolean;
  deprecated?: boolean;
  style?: string;
  explode?: boolean;
  schema?: Schema;
  content?: Record<string, MediaType>;
  example?: JsonValue;
  examples?: Record<string, Example | Reference>;
}

export interface Header {
  description?: string;
  required?: boolean;
  deprecated?: boolean;
  schema?: Schema;
  example?: JsonValue;
  examples?: Record<string, Example | Reference>;
}

export interface RequestBody {
  description?: string;
  required?: boolean;
  content?: Record<string, MediaType>;
}

export interface Response {
  description?: string;
  headers?: Record<string, Header | Reference>;
  links?: Record<string, Link | Reference>;
  content?: Record<string, MediaType>;
}

interface Flow {
  authorizationUrl?: string;
  tokenUrl?: string;
  scopes?: Record<string, string>;
}

export interface SecurityScheme {
  type: 'apiKey' | 'http' | 'mutualTLS' | 'oauth2' | 'openIdConnect';
  in?: 'header' | 'query' | 'cookie';
  name?: string;
  scheme?: string;
  bearerFormat?: string;
  openIdConnectUrl?: string;
  flows?: Record<string, Flow>;
  description?: string;
}

export interface OperationObject {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  deprecated?: boolean;
  parameters?: (Parameter | Reference)[];
  requestBody?: RequestBody | Reference;
  responses?: Record<string, Response | Reference>;
  security?: Record<string, string[]>[];
  servers?: Server[];
  callbacks?: Record<string, Record<string, PathItem>>;
  externalDocs?: ExternalDocs;
}

export type Method = 'get' | 'put' | 'post' | 'delete' | 'patch' | 'head' | 'options';

interface Server {
  url: string;
  description?: string;
}

export type PathItem = { parameters?: (Parameter | Reference)[]; servers?: Server[] } & Partial<
  Record<Method, OperationObject>
>;

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; summary?: string; description?: string };
  servers?: Server[];
  security?: Record<string, string[]>[];
  tags?: { name: string; description?: string; externalDocs?: ExternalDocs }[];
  'x-tagGroups'?: { name: string; tags: string[] }[];
  paths?: Record<string, PathItem>;
  webhooks?: Record<string, PathItem>;
  components?: {
    schemas?: Record<string, Schema>;
    parameters?: Record<string, Parameter>;
    responses?: Record<string, Response>;
    examples?: Record<string, Example>;
    headers?: Record<string, Header>;
    requestBodies?: Record<string, RequestBody>;
    securitySchemes?: Record<string, SecurityScheme>;
  };
}
