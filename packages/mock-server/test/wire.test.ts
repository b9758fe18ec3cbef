import { describe, expect, it } from 'vitest';
import type { Example, Golden } from '../../sdk/test/wire/read-goldens.ts';
import { boatShop, shopFor } from './boat-shop.ts';
import { type Answer, issuesIn, scenarios, startServer, type TestServer } from './harness.ts';
import { goldens, target } from './operations.ts';
import { shareServers } from './shared-servers.ts';
import { till } from './till.ts';

/** A server for requests that change nothing, used by many tests. */
const serverWith = shareServers();

const examples = goldens.flatMap((golden) =>
  golden.examples.map((example, index) => ({ golden, example, name: `${golden.key}, example ${index}` })),
);

function send(server: TestServer, { request }: Example): Promise<Answer> {
  const { method, path, query = {}, body } = request;
  return server.send(method, target({ path, query }), body === undefined ? {} : { body });
}

scenarios('the golden wire JSON', (start) => {
  // proves: note A v2 request holds one object in an array under the plural name
  // proves: note A v2 response has links, the plural name with an array, and meta for collections
  // proves: note Identifiers are strings and timestamps ISO 8601 strings
  // proves: note Responses carrying data use application/vnd.api+json
  // proves: note 204 responses have no body
  it.each(examples)('$name is answered as written', async ({ golden, example }) => {
    await using server = await start({ seed: shopFor(golden.key) });
    const answer = await send(server, example);
    const { status, headers = {}, body } = example.response;
    expect(answer.status).toBe(status);
    expect(answer.headers.has('location')).toBe('location' in headers);
    expect(answer.headers.get('content-type')).toBe(body === undefined ? null : 'application/vnd.api+json');
    if (body === undefined) expect(answer.text).toBe('');
    else expectShape(answer.body, golden, server.url);
  });
});

describe('the golden wire JSON', () => {
  // proves: note An upsert answers with the URL of the subscriber in Location
  it("the upsert golden is answered with the subscriber's URL, known or new", async () => {
    await using server = await startServer();
    const record = { subscribers: [{ id: 'k7qz3m', status: 'unsubscribed' }] };
    const known = await server.post('subscribers', record);
    expect(known.headers.get('location')).toBe(`${server.url}/v2/9999999/subscribers/k7qz3m`);
    const created = await server.upsert({ email: 'new@acme.test' });
    const id = created.body.subscribers?.[0]?.id;
    expect(created.headers.get('location')).toBe(`${server.url}/v2/9999999/subscribers/${id}`);
    expect(created.body.subscribers?.[0]?.href).toBe(created.headers.get('location'));
  });

  // proves: note Subscriber: visitor_uuid is present when a visitor record exists
  it('a full record shows every member and no others', async () => {
    await using server = await startServer();
    const golden = goldens.find(({ key }) => key === 'subscribers.get');
    const wanted = golden?.examples[0].result as Readonly<Record<string, unknown>>;
    const { lead_score, ...members } = wanted; // present if the account scores its leads
    const subscriber = await server.subscriber('k7qz3m');
    expect({ ...subscriber, href: members.href }).toEqual(members);
  });

  it('members without a value are omitted', async () => {
    await using server = await startServer();
    const wanted = goldens.find(({ key }) => key === 'subscribers.list')?.examples[0].result as {
      items: readonly [unknown, Readonly<Record<string, unknown>>];
    };
    const { href, ...bob } = wanted.items[1];
    expect(await server.subscriber('bob@acme.test')).toEqual({ ...bob, href: expect.any(String) });
  });

  it('the account and the user are shown as in the seed', async () => {
    await using server = await startServer();
    for (const key of ['accounts.get', 'accounts.list', 'user.get']) {
      const golden = goldens.find((one) => one.key === key) as Golden;
      const { body } = await send(server, golden.examples[0]);
      expect(JSON.parse(JSON.stringify(body).replaceAll(server.url, 'http://base.test')), key).toEqual(
        golden.examples[0].response.body,
      );
    }
  });
});

/** Single records. Records of a batch are processed after it was accepted. */
const invalid = goldens.flatMap(({ key, examples: [{ request }], invalid }) =>
  invalid.map((one) => ({ key, request, ...one })),
);

const warned = invalid.filter(({ recommended }) => recommended);
const rejected = invalid.filter(({ recommended }) => !recommended);
const large = goldens.filter(({ largest }) => largest !== undefined);

describe('invalid requests', () => {
  // proves: error 422 Validation failure on create or update
  // proves: code presence_error
  // proves: code email_error
  // proves: code sms_error
  // proves: code url_error
  // proves: code time_error
  // proves: code format_error
  // proves: code range_error
  // proves: note An event names the subscriber by email or id, and needs an action
  // proves: note Starting someone on a workflow needs email or id
  // proves: note A trigger needs provider and trigger_type, when created and when updated
  // U-144
  it.each(warned)('$key succeeds with a warning: $why', async ({ request: { method, path }, body }) => {
    await using server = await startServer({ seed: till().seed });
    const answer = await server.send(method, path, { body });
    const warning = "provider 'My Shop' is accepted; lower snake case is recommended, like my_shop";
    expect([answer.status, answer.headers.get('x-trickle-warnings')]).toEqual([202, warning]);
  });

  it.each(rejected)('$key is rejected with exactly its issues: $why', async (one) => {
    const server = await serverWith(boatShop());
    const { method, path } = one.request;
    const answer = one.query
      ? await server.send(method, target({ path, query: one.query }))
      : await server.send(method, path, { body: one.body });
    expect(answer.status).toBe(422);
    expect(issuesIn(answer)).toEqual(one.errors.map(({ code, attribute }) => `${attribute}: ${code}`).sort());
    for (const { attribute, message } of answer.body.errors ?? []) expect(message).toContain(attribute);
  });

  it('every endpoint with a body has invalid goldens', () => {
    const keys = new Set(invalid.map(({ key }) => key));
    const withBody = goldens.filter(({ examples: [{ request }] }) => request.body !== undefined);
    expect(withBody.filter(({ key }) => !keys.has(key))).toEqual([]);
  });
});

const misshapen = goldens.flatMap(({ key, examples: [{ request }], misshapen }) =>
  misshapen.map((one) => ({ key, request, ...one })),
);

describe('malformed requests', () => {
  // proves: note A v2 batch is wrapped in batches
  // proves: note A v3 request is the bare object and a v3 batch has no wrapper
  it.each(misshapen)('$key is rejected with parsing_error: $why', async ({ request, body }) => {
    const server = await serverWith(boatShop());
    const answer = await server.send(request.method, request.path, { body });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ errors: [{ code: 'parsing_error', message: expect.any(String) }] });
  });
});

describe('the largest batches', () => {
  it.each(large)('the largest batch of $key is accepted', async ({ examples, largest }) => {
    await using server = await startServer();
    const [{ request, response }] = examples;
    const answer = await server.send(request.method, request.path, { body: largest });
    expect(answer.status).toBe(response.status);
  });
});

/** Compares a response's members and their JSON types with the goldens of its operation. */
function expectShape(body: unknown, { examples }: Golden, url: string): void {
  const known = examples.map(({ response }) => response.body);
  expect(strangers(body, known, '')).toEqual([]);
  const namesOf = (one: unknown) => Object.keys(one as object).sort();
  expect(known.map(namesOf)).toContainEqual(namesOf(body));
  const links = (known[0] as { links?: unknown }).links;
  if (links) {
    const ours = JSON.stringify((body as { links: unknown }).links).replaceAll(url, 'http://base.test');
    expect(JSON.parse(ours)).toEqual(links);
  }
}

/** Members with caller-chosen names: their goldens are examples only. */
const free = new Set(['custom_fields', 'properties']);

/** The paths of members that no golden has, or that have other JSON types. */
function strangers(value: unknown, known: readonly unknown[], path: string): string[] {
  if (Array.isArray(value)) {
    const items = known.flatMap((one) => (Array.isArray(one) ? one : []));
    return items.length === 0 ? [] : value.flatMap((item) => strangers(item, items, `${path}[]`));
  }
  const types = new Set(known.map(typeOf));
  if (!types.has(typeOf(value))) return [`${path} is ${typeOf(value)}, not ${[...types].join(' or ')}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (free.has(name)) return [];
    const held = known.flatMap((one) => (isObject(one) && name in one ? [one[name]] : []));
    return held.length === 0 ? [`${path}.${name} is not there`] : strangers(member, held, `${path}.${name}`);
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const typeOf = (value: unknown) =>
  Array.isArray(value)
    ? 'array'
    : value === null
      ? 'null'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value;
