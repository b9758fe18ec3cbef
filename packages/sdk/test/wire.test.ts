import { describe, expect, test } from 'vitest';
import { createClient } from '../src/client.ts';
import { contract } from '../src/contract/index.ts';
import { InputError } from '../src/core/errors.ts';
import { createOAuth } from '../src/oauth/index.ts';
import { type Example, type Golden, type Issue, readGoldens } from './wire/read-goldens.ts';

const baseUrl = 'https://api.example.test';
const goldens = readGoldens(baseUrl);
const overHttp = goldens.filter(({ key }) => key !== 'oauth.authorize');

/** A client and an OAuth application that answer every request with this response, and note the requests. */
function answering({ status, headers, body }: Example['response']) {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request.clone()); // the SDK discards what is left of its request
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      ...(headers && { headers }),
    });
  };
  const client = createClient({ baseUrl, accountId: '9999999', apiKey: 'key', fetch });
  const oauth = createOAuth({
    authUrl: baseUrl,
    clientId: 'app1',
    clientSecret: 'secret',
    redirectUri: 'http://localhost:3000/callback',
    fetch,
  });
  return { nouns: { ...client, oauth }, requests };
}

type Nouns = ReturnType<typeof answering>['nouns'];

/** Calls `noun.method` with arguments that came from JSON. */
async function call(nouns: Nouns, key: string, given: readonly unknown[]): Promise<unknown> {
  const [noun, method] = key.split('.') as [keyof Nouns, string];
  const methods = nouns[noun] as unknown as Record<string, (...given: readonly unknown[]) => unknown>;
  return methods[method]?.(...given);
}

/** A request as the goldens write it. */
async function written(request: Request): Promise<Example['request']> {
  const { origin, pathname, searchParams } = new URL(request.url);
  expect(origin).toBe(baseUrl);
  const text = await request.text();
  return {
    method: request.method,
    path: pathname,
    ...(searchParams.size > 0 && { query: Object.fromEntries(searchParams) }),
    ...(text && { body: JSON.parse(text) }),
  };
}

test('the client has a method for every operation of the contract, and no other', () => {
  const methods = Object.entries(answering({ status: 204 }).nouns).flatMap(([noun, resource]) => {
    const holder = noun === 'oauth' ? resource : Object.getPrototypeOf(resource);
    const names = Object.getOwnPropertyNames(holder).filter((name) => name !== 'constructor');
    return names.map((name) => `${noun}.${name}`);
  });
  // Each batch can be sent of any number of records too.
  const bulk = methods.filter((name) => name.endsWith('Many'));
  const batches = methods.filter((name) => name.endsWith('Batch'));
  expect(bulk.toSorted()).toEqual(batches.map((name) => name.replace('Batch', 'Many')).toSorted());
  const operations = Object.entries(contract).flatMap(([noun, endpoints]) =>
    Object.keys(endpoints).map((method) => `${noun}.${method}`),
  );
  expect(operations).toHaveLength(58);
  // Both operations of OAuth in one go.
  operations.push('oauth.callback', 'oauth.start');
  const single = methods.filter((name) => !bulk.includes(name));
  expect(single.toSorted()).toEqual(operations.toSorted());
});

test('every operation has a golden', () => {
  expect(goldens).toHaveLength(58);
});

describe('the goldens', () => {
  const examples = overHttp.flatMap(({ key, examples }) =>
    examples.map((example, i) => ({ key, i, ...example })),
  );

  test.each(examples)(
    '$key puts its request on the wire and takes its response apart ($i)',
    async (example) => {
      const { nouns, requests } = answering(example.response);
      expect(await call(nouns, example.key, example.call)).toStrictEqual(example.result);
      expect(requests).toHaveLength(1);
      expect(await written(requests[0] as Request)).toStrictEqual(example.request);
    },
  );

  test('oauth.authorize gives the address of its request', async () => {
    const { nouns, requests } = answering({ status: 204 });
    for (const { call: given, request } of goldens.find(({ key }) => key === 'oauth.authorize')?.examples ??
      []) {
      const address = await call(nouns, 'oauth.authorize', given);
      expect(await written(new Request(address as string))).toStrictEqual(request);
    }
    expect(requests).toEqual([]);
  });

  test.each(overHttp.flatMap(invalidCalls))('$key refuses to send: $why', async ({ key, given, issues }) => {
    const { nouns, requests } = answering({ status: 204 });
    const refusal = await call(nouns, key, given).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(InputError);
    const told = (refusal as InputError).issues.map(({ code, attribute }) => ({ code, attribute }));
    expect(inOrder(told)).toEqual(inOrder(issues));
    expect(requests).toEqual([]);
  });

  test.each(overHttp.filter(({ largest }) => largest))('$key sends the largest batch', async (golden) => {
    const { nouns, requests } = answering(golden.examples[0].response);
    await call(nouns, golden.key, withInput(golden, inputOf(golden, golden.largest)));
    expect((await written(requests[0] as Request)).body).toEqual(golden.largest);
  });
});

interface InvalidCall {
  readonly key: string;
  readonly why: string;
  readonly given: readonly unknown[];
  readonly issues: readonly Issue[];
}

function invalidCalls(golden: Golden): InvalidCall[] {
  const { key, invalid, records } = golden;
  const whole = invalid.map(({ why, body, query, errors: issues }) => ({
    key,
    why,
    given: withInput(golden, query ?? inputOf(golden, body)),
    issues,
  }));
  // The bad record comes second, so that its index is told.
  const batched = records.map(({ why, record, errors }) => ({
    key,
    why,
    given: withInput(golden, [validRecordOf(golden), record]),
    issues: errors.map(({ code, attribute }) => ({
      code,
      attribute: attribute ? `[1].${attribute}` : '[1]',
    })),
  }));
  return [...whole, ...batched];
}

/** The golden's arguments with another body or query. */
function withInput({ examples }: Golden, input: unknown): readonly unknown[] {
  return [...examples[0].call.filter((one) => typeof one === 'string'), input];
}

/** The caller's input, taken out of the envelope on the wire. */
function inputOf({ examples }: Golden, body: unknown): unknown {
  const { call: given, request } = examples[0];
  const inBatches = (body as { batches?: readonly unknown[] }).batches?.[0] ?? body;
  const [only] = Object.values(inBatches as object);
  if (Array.isArray(given.at(-1))) return only;
  return request.path.startsWith('/v3/') ? body : only[0];
}

function validRecordOf({ examples }: Golden): unknown {
  return (examples[0].call.at(-1) as readonly unknown[])[0];
}

const inOrder = (issues: readonly Issue[]) =>
  issues.map(({ code, attribute }) => `${attribute} ${code}`).toSorted();
