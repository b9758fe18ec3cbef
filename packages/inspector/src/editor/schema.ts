import { useSignal } from '@preact/signals';
import type { JsonSchema as Schema } from '@trickle/mock-server/admin';
import { useEffect } from 'preact/hooks';
import { ApiError, type Route } from '../api/request.ts';
import { serverUrl } from '../location/server-url.ts';

export type { Schema };

export type Draft = Readonly<Record<string, unknown>>;

export type EditedRoute = Extract<Route, `${'POST' | 'PUT'} ${string}`> | `POST /v2/{account_id}/${string}`;

interface OpenApi {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly requestBody?: { readonly content: Contents } }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

type Contents = Readonly<Record<string, { readonly schema: Schema }>>;

let loading: Promise<OpenApi> | undefined;
let components: OpenApi['components']['schemas'] = {};

/** The server's description of its operations, read when the first editor opens. Throws an {@link ApiError}. */
function loadDocument(): Promise<OpenApi> {
  loading ??= readDocument().catch(() => {
    loading = undefined; // the next editor tries again
    throw new ApiError(0, [{ message: 'The server does not describe its operations. Is it still running?' }]);
  });
  return loading;
}

async function readDocument(): Promise<OpenApi> {
  const response = await fetch(serverUrl('/openapi.json'));
  const document = (await response.json()) as OpenApi; // generated from the operations
  components = document.components.schemas;
  return document;
}

/** A schema in full: a reference is replaced by what it names, and `X or null` by `X`. */
export function resolve(schema: Schema): Schema {
  const named = schema.$ref === undefined ? schema : components[schema.$ref.split('/').at(-1) ?? ''];
  const { anyOf, ...own } = named ?? {};
  const value = anyOf?.find((one) => one.type !== 'null' && (one.type || one.$ref));
  return value && !own.properties ? { ...resolve(value), ...own } : (named ?? {});
}

export const isNullable = ({ anyOf }: Schema): boolean => anyOf?.some(({ type }) => type === 'null') ?? false;

interface ReadSchema {
  readonly schema?: Schema;
  readonly error?: ApiError;
}

export function useBodySchema(route: EditedRoute): ReadSchema {
  const read = useSignal<ReadSchema>({});
  useEffect(() => {
    const [method = '', path = ''] = route.split(' ');
    loadDocument().then(
      ({ paths }) => {
        const [content] = Object.values(paths[path]?.[method.toLowerCase()]?.requestBody?.content ?? {});
        read.value = { schema: withoutEnvelope(resolve(content?.schema ?? {})) };
      },
      (error: ApiError) => {
        read.value = { error };
      },
    );
  }, [route]);
  return read.value;
}

/** The record in a body such as `{ "events": [{ … }] }`. */
function withoutEnvelope(schema: Schema): Schema {
  const [only, ...others] = Object.values(schema.properties ?? {});
  return only?.items && only.maxItems === 1 && others.length === 0 ? resolve(only.items) : schema;
}

export const alternativesOf = ({ oneOf = [] }: Schema): ReadonlyMap<string, Schema> =>
  new Map(oneOf.map((one) => [String(resolve(one).properties?.type?.const), resolve(one)]));

/** The schema of a value: of several, the one that its `type` names. */
export const schemaFor = (schema: Schema, value: unknown): Schema => {
  const alternatives = alternativesOf(schema);
  const { type } = (value ?? {}) as { readonly type?: unknown }; // or undefined
  return alternatives.get(String(type)) ?? schema;
};

/** The members of a stored value that a schema has. Operations answer with further ones. */
export function membersOf(schema: Schema, value: unknown): unknown {
  const { properties, items = {} } = schemaFor(resolve(schema), value);
  if (Array.isArray(value)) return value.map((item) => membersOf(items, item));
  if (!properties || typeof value !== 'object' || value === null) return value;
  const members = new Map(Object.entries(value));
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, member]) =>
      members.get(name) === undefined ? [] : [[name, membersOf(member, members.get(name))]],
    ),
  );
}

export function blankOf(schema: Schema): unknown {
  const { type, properties = {}, required = [], enum: choices, const: constant } = resolve(schema);
  if (constant !== undefined) return constant;
  if (type === 'object') {
    return Object.fromEntries(required.map((name) => [name, blankOf(properties[name] ?? {})]));
  }
  if (type === 'array') return [];
  return choices?.[0] ?? (type === 'string' ? '' : undefined);
}

/** Whether a record has a field for what an error is about, such as `emails[0].subject`. */
export function hasField(schema: Schema, attribute: string): boolean {
  let at: Schema | undefined = resolve(schema);
  for (const part of attribute.match(/\w+/g) ?? []) {
    const inside: Schema | undefined = /^\d+$/.test(part) ? at?.items : at?.properties?.[part];
    if (!inside && !at?.oneOf) return false;
    if (inside) at = resolve(inside);
  }
  return true;
}

export function asLiteral(value: unknown): string {
  const json = JSON.stringify(value, null, 2) ?? 'undefined';
  return json.replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:');
}
