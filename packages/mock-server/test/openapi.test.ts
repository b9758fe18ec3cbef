import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { contract, type Endpoint } from '@trickle/sdk/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openApiDocument } from '../../../scripts/docs/openapi/document.ts';
import { readGoldens } from '../../sdk/test/wire/read-goldens.ts';
import { adminRoutes } from '../src/admin/http/routes.ts';
import { shopFor, TOKENS } from './boat-shop.ts';
import { type Answer, type Extras, type Start, scenariosOverHttp, startServer } from './harness.ts';
import { samples, target } from './operations.ts';
import { shareServers } from './shared-servers.ts';

interface Content {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, DocumentedAnswer>>;
}
interface DocumentedAnswer {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, Content>>;
}

const root = new URL('../../../', import.meta.url);
const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
const document = readJson('docs/openapi.json');
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
const operationOf = (key: string) =>
  operations.find(({ operation }) => operation.operationId === key)?.operation;
const endpoints = Object.entries(contract).flatMap(([noun, methods]) =>
  Object.entries<Endpoint>(methods).map(([method, endpoint]) => ({ key: `${noun}.${method}`, endpoint })),
);

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(document, 'openapi');
const compiled = new Map<string, ValidateFunction>();
/** Validates values against a schema of the document, resolving its references. */
function checkOf(schema: object): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
  const check = compiled.get(text) ?? ajv.compile(JSON.parse(text));
  compiled.set(text, check);
  return check;
}

/** A response of the document. */
function resolved(answer: DocumentedAnswer | undefined): DocumentedAnswer | undefined {
  const [, name = ''] = /^#\/components\/responses\/(\w+)$/.exec(answer?.$ref ?? '') ?? [];
  return name === '' ? answer : document.components.responses[name];
}

/** Everything with a schema and examples, with its place. */
function contentsIn(value: unknown, place = ''): { place: string; content: Content }[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'schema' in value && ('example' in value || 'examples' in value);
  return [
    ...(own ? [{ place, content: value as Content }] : []),
    ...Object.entries(value).flatMap(([key, member]) => contentsIn(member, `${place}/${key}`)),
  ];
}

describe('the OpenAPI document', () => {
  test('the OpenAPI document is up to date; if not, run npm run generate', () => {
    const { version } = readJson('packages/mock-server/package.json');
    expect(JSON.parse(JSON.stringify(openApiDocument(version)))).toEqual(document);
  });

  test('the OpenAPI document is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('the OpenAPI document has every operation of the contract and no others', () => {
    const ofService = operations.filter(({ path }) => !path.startsWith('/_admin/'));
    const documented = ofService.map(
      ({ method, path, operation: { operationId } }) => `${operationId} ${method} ${path}`,
    );
    const declared = endpoints.map(({ key, endpoint: { method, path } }) => `${key} ${method} ${path}`);
    expect(documented.sort()).toEqual(declared.sort());
    expect(ofService).toHaveLength(58);
  });

  test('the OpenAPI document has every operation of the admin API, its streams, and no others', () => {
    const ofServer = operations.filter(({ path }) => path.startsWith('/_admin/'));
    const streams = ['events', 'changes', 'webhooks'].map((name) => `GET /_admin/${name}/stream`);
    const routes = adminRoutes.map(({ method, path }) => `${method} ${path}`);
    const documented = ofServer.map(({ method, path }) => `${method} ${path}`);
    expect(documented.sort()).toEqual([...routes, ...streams].sort());
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  });

  test('every operation has a summary', () => {
    expect(operations.filter(({ operation }) => operation.summary.length < 8)).toEqual([]);
  });

  test('the OpenAPI document has the 29 webhook events', () => {
    expect(Object.keys(document.webhooks)).toHaveLength(29);
  });

  test('all references resolve, and every component is used', () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g);
    const missing = [...references].filter(([, kind = '', name = '']) => !document.components[kind]?.[name]);
    expect(missing).toEqual([]);
    const empty = Object.entries<object>(document.components.schemas).filter(
      ([, schema]) => !('properties' in schema) || '$ref' in schema,
    );
    expect(empty).toEqual([]);
  });

  test.each(endpoints)('$key has its success status and its error statuses', ({ key, endpoint }) => {
    const statuses = Object.keys(operationOf(key)?.responses ?? {});
    expect(statuses).toContain(String(endpoint.status));
    for (const status of [
      ...(endpoint.also ?? []),
      ...(endpoint.path.includes('{account_id}') ? [403] : []),
      ...(endpoint.body ? [400, 413, 422] : []),
    ]) {
      expect(statuses).toContain(String(status));
    }
    expect(statuses.includes('429')).toBe(endpoint.limit !== null);
    expect(statuses.includes('401')).toBe(!key.startsWith('oauth.'));
  });

  test.each(contentsIn(document))('the examples at $place are valid', ({ content }) => {
    const examples = Object.values(content.examples ?? {}).map(({ value }) => value);
    for (const value of content.example === undefined ? examples : [content.example, ...examples]) {
      const check = checkOf(content.schema);
      expect(check(value), JSON.stringify(check.errors)).toBe(true);
    }
  });

  // JSON Schema cannot define times, zones or URLs; the document declares them as unchecked formats. Nor does it repeat
  const unsaid = /^(?:time_error|url_error)$/;
  // the range of exact integers for every integer.
  const isInexact = (body: unknown) => JSON.stringify(body).includes('9007199254740992');
  const refused = readGoldens().flatMap(({ key, invalid, misshapen }) => [
    ...misshapen.map(({ why, body }) => ({ key, why, body })),
    ...invalid
      .filter(
        ({ body, errors }) =>
          body &&
          !isInexact(body) &&
          !errors.every(({ code, attribute }) => unsaid.test(code) || attribute === 'time_zone'),
      )
      .map(({ why, body }) => ({ key, why, body })),
  ]);
  test.each(refused)('the document rejects for $key what the server rejects: $why', ({ key, body }) => {
    const [content] = Object.values(operationOf(key)?.requestBody?.content ?? {});
    expect(checkOf(content?.schema ?? {})(body)).toBe(false);
  });
});

const serverWith = shareServers();

/** The response of an operation matches the document: status, media type, limit headers and body. */
function expectDocumented(key: string, { status, headers, text }: Answer): void {
  const response = resolved(operationOf(key)?.responses[status]);
  expect(response, `${status} is not in the document: ${text}`).toBeDefined();
  const mediaType = headers.get('content-type');
  expect(mediaType === null ? [] : [mediaType]).toEqual(Object.keys(response?.content ?? {}));
  for (const name of Object.keys(response?.headers ?? {})) {
    expect([status, name, headers.has(name)]).toEqual([status, name, true]);
  }
  if (mediaType === null) return;
  const check = checkOf(response?.content?.[mediaType]?.schema ?? {});
  const body = mediaType.includes('json') ? JSON.parse(text) : text;
  expect(check(body), JSON.stringify(check.errors)).toBe(true);
}

test.each(samples)(
  'a good response of $key matches the document',
  async ({ key, method, status, ...sample }) => {
    const server = await serverWith(shopFor(key), { limits: {} });
    onTestFinished(() => server.reset());
    const { body } = sample;
    const answer = await server.send(method, target(sample), body === undefined ? {} : { body });
    expect(answer.status).toBe(status);
    expectDocumented(key, answer);
  },
);

/** The refusals that all operations with a body have in common: the documents of two are compared. */
const refusals: readonly [string, number, Start, Extras][] = [
  ['no token', 401, {}, { headers: { authorization: '' } }],
  ['no budget left', 429, { limits: { individual: 0, batch: 0 } }, {}],
  ['a stranger', 403, {}, { token: TOKENS.stranger }],
  ['an invalid body', 400, {}, { body: '{' }],
  ['a body of the wrong shape', 422, {}, { body: { boats: [] } }],
  ['a body that is too long', 413, { bodyLimit: 8 }, {}],
];

test.each(refusals)('a response to %s matches the document', async (_, status, options, extras) => {
  for (const sample of samples.filter(({ key }) => /^(subscribers\.upsert|orders\.upsertBatch)$/.test(key))) {
    const { key, method, body } = sample;
    const server = await serverWith(shopFor(key), { limits: {}, ...options });
    const answer = await server.send(method, target(sample), { body, ...extras });
    expect(answer.status).toBe(status);
    expectDocumented(key, answer);
  }
});

scenariosOverHttp('the published description of the API', (start) => {
  test("the description is public and contains the server's address", async () => {
    await using server = await start();
    const response = await server.fetch(new Request(`${server.url}/openapi.json`));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    const served = await response.text();
    expect(JSON.parse(served).servers).toEqual([{ url: server.url }]);
    expect(JSON.parse(served.replaceAll(server.url, 'http://localhost:4100'))).toEqual(document);
  });

  test('the docs page loads nothing from other hosts', async () => {
    await using server = await start();
    const response = await server.fetch(new Request(`${server.url}/docs`));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const page = await response.text();
    expect(page).not.toMatch(/<(?:script|link|img|iframe)[^>]*(?:src|href)="(?!data:)/);
    expect(page.length).toBeLessThan(700_000); // 400,000 of it without the admin API
  });
});

describe('the docs page', () => {
  test('the docs page lists every operation, event and schema, and its links work', async () => {
    await using server = await startServer();
    const html = await (await server.fetch(new Request(`${server.url}/docs`))).text();
    const page = html.replaceAll('<wbr>', '');
    const all = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const ids = new Set(all);
    expect(all.filter((id, index) => all.indexOf(id) !== index)).toEqual([]);
    const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
    const emitted = [...endpoints.map(({ key }) => key), ...Object.keys(document.components.schemas)];
    expect(emitted.filter((id) => !ids.has(id))).toEqual([]);
    const events = Object.keys(document.webhooks);
    expect(events.filter((event) => !page.includes(`<code>${event}</code>`))).toEqual([]);
  });

  test('the docs page shows the public URL if configured', async () => {
    await using server = await startServer({ publicUrl: 'https://sandbox.acme.test/' });
    const page = await (await server.fetch(new Request(`${server.url}/docs`))).text();
    expect(page).toContain('https://sandbox.acme.test/v2/9999999/subscribers');
    expect(page).not.toContain('trickle.localhost');
  });
});
