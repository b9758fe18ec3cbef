import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request that the server accepts, or would accept if its ids existed. */
export interface Sample {
  readonly method: string;
  /** Including the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const root = join(import.meta.dirname, '../../../..');
const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const TOKEN = { authorization: `Basic ${btoa('trickle_demo_token:')}` };

/** Every request of the interface's golden wire JSON. */
function restSamples(): Sample[] {
  return globSync('packages/sdk/test/wire/*.json', { cwd: root })
    .sort()
    .flatMap((file) => Object.values<Golden | Golden[]>(readJson(file)))
    .flat()
    .map(({ request: { method, path, body } }) => ({
      method,
      path,
      headers: { ...TOKEN, ...JSON_TYPE },
      ...(body !== undefined && { body }),
    }));
}

interface Golden {
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
}

/** Operations whose responses do not end. */
const STREAMS = ['/_admin/events/stream', '/_admin/webhooks/stream'];

/** One request for each operation of the admin API, from the OpenAPI document. */
function adminSamples(): Sample[] {
  const { paths } = readJson('docs/openapi.json') as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/_admin') && !STREAMS.includes(path))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { requestBody }]) => ({
        method: method.toUpperCase(),
        path: path.replace('{account_id}', '9999999').replaceAll(/\{[a-z_]+\}/g, '111'),
        headers: JSON_TYPE,
        ...(requestBody && { body: sampleOf(requestBody.content['application/json']?.schema ?? {}) }),
      })),
    );
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: JsonSchema }>> };
}

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** A value that matches a schema, with all members. */
function sampleOf(schema: JsonSchema, depth = 0): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0], depth);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(depth > 5 ? {} : (schema.properties ?? {})).map(([name, member]) => [
          name,
          name === 'account_id' ? '9999999' : sampleOf(member, depth + 1),
        ]),
      );
    case 'array':
      return schema.items ? [sampleOf(schema.items, depth + 1)] : [];
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'string':
      return schema.format === 'date-time' ? '2026-03-01T12:00:00Z' : 'ann@example.com';
    default:
      return 'text';
  }
}

/** Public pages, files and links. */
const PAGES = [
  ...['/', '/docs', '/openapi.json', '/forms/301', '/9999999.js'],
  ...['/client/9999999/config', '/client/9999999/forms.js'],
  ...['/e/9999999/d1/open.gif', '/e/9999999/d1/c/l1', '/e/9999999/confirm/1/token'],
  '/oauth/authorize?response_type=code&client_id=app1&redirect_uri=https%3A%2F%2Fapp.test%2Fcb&state=1',
];

/** The page script's messages, forms, links in emails, OAuth, and all pages. */
const publicSamples: readonly Sample[] = [
  {
    method: 'POST',
    path: '/client/9999999/messages',
    headers: { 'content-type': 'text/plain' },
    body: {
      visitor_uuid: 'b3c1d6a09e7f4f62a5d80c1e2f3a4b5c',
      sent_at: '2026-03-01T12:00:00Z',
      messages: [
        {
          id: 'm1',
          command: 'identify',
          given_at: '2026-03-01T12:00:00Z',
          url: 'https://shop.test/',
          arguments: { email: 'ann@example.com', tags: ['vip'], custom_fields: { size: '39' } },
        },
        { id: 'm2', command: 'track', arguments: { action: 'Viewed', properties: { value: 1 } } },
      ],
    },
  },
  ...PAGES.map((path) => ({ method: 'GET', path, headers: {} })),
  {
    method: 'POST',
    path: '/forms/301/submissions',
    headers: FORM_TYPE,
    body: 'fields%5Bemail%5D=ann%40example.com&fields%5Bfirst_name%5D=Ann&tags%5B%5D=vip',
  },
  { method: 'POST', path: '/e/9999999/d1/unsubscribe', headers: FORM_TYPE, body: 'scope=all' },
  {
    method: 'POST',
    path: '/oauth/token?grant_type=authorization_code&client_id=app1&client_secret=s&code=c&redirect_uri=https%3A%2F%2Fapp.test',
    headers: FORM_TYPE,
    body: '',
  },
  { method: 'POST', path: '/oauth/revoke', headers: FORM_TYPE, body: 'token=abc' },
];

/** Valid requests to mutate, by target. */
export const samples = { rest: restSamples(), admin: adminSamples(), public: publicSamples } as const;
