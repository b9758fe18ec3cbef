import { readFileSync } from 'node:fs';
import { type JsonParameter, type JsonSchema, nameOfRecord } from '@trickle/sdk/contract';
import type { Operation } from './operations.ts';

/** The parts of an OpenAPI document that commands read. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (JsonParameter & { readonly in: string })[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

let document: OpenApi | undefined;

const reference = (): OpenApi => {
  document ??= JSON.parse(readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'));
  return document as OpenApi; // read above
};

function documented({ endpoint }: Operation): DocumentedOperation {
  const operation = reference().paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  if (!operation) throw new Error(`docs/openapi.json has no ${endpoint.method} ${endpoint.path}.`);
  return operation;
}

export const summaryOf = (operation: Operation): string => documented(operation).summary;

export const queryOf = (operation: Operation): readonly JsonParameter[] =>
  (documented(operation).parameters ?? []).filter((parameter) => parameter.in === 'query');

export const inputOf = (operation: Operation): JsonSchema | undefined =>
  recordOf(documented(operation).requestBody);

export const resultOf = (operation: Operation): JsonSchema | undefined =>
  recordOf(documented(operation).responses[operation.endpoint.status]);

function recordOf(body: Body | undefined): JsonSchema | undefined {
  const [content] = Object.values(body?.content ?? {});
  return content && reference().components.schemas[nameOfRecord(content.schema) ?? ''];
}
