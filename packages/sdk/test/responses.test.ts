import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { anyCharacter } from '../../../scripts/setup/arbitrary-strings.ts';
import { contract } from '../src/contract/index.ts';
import {
  ApiError,
  type CallOptions,
  type Client,
  type ClientOptions,
  ConnectionError,
  ResponseFormatError,
  ResponseValidationError,
  type ResponseWarning,
} from '../src/index.ts';
import { answered, clientOf, failureOf, unhandledRejections } from './answered-client.ts';
import { serving } from './serving.ts';
import { readGoldens } from './wire/read-goldens.ts';

const ann = readGoldens().find(({ key }) => key === 'subscribers.get')?.examples[0]?.response.body as {
  subscribers: [Record<string, unknown>];
};

/** A client whose service answers these bodies, the last one from then on. */
const clientWith = (bodies: readonly unknown[], options: Partial<ClientOptions> = {}): Client =>
  answered(
    bodies.map((body) => () => Response.json(body)),
    options,
  ).client;

const changed = (members: Record<string, unknown>) => ({
  ...ann,
  subscribers: [{ ...ann.subscribers[0], ...members }],
});

const odd = changed({
  email: undefined,
  tags: 'vip',
  status: 'sleeping',
  favourite: 'ann@example.com',
  'ann@example.com': 1,
  custom_fields: { 'bob@example.com': 7 },
});

describe('a response that deviates from the interface', () => {
  test('is returned unchanged by default, and not reported', async () => {
    const warn = vi.spyOn(console, 'warn');
    const onWarning = vi.fn<(warning: ResponseWarning) => void>();
    const data = await clientWith([odd], { onWarning }).subscribers.get('1');
    expect(data).toEqual(JSON.parse(JSON.stringify(odd)).subscribers[0]);
    expect(onWarning).not.toHaveBeenCalled();
    expect(warn).not.toHaveBeenCalled();
  });

  test('is returned unchanged with warn, and each kind and place is reported once, without values', async () => {
    const warnings: ResponseWarning[] = [];
    const onWarning = (warning: ResponseWarning) => void warnings.push(warning);
    const client = clientWith([odd], { responses: 'warn', onWarning });
    for (let i = 0; i < 3; i += 1) expect(await client.subscribers.get('1')).toHaveProperty('tags', 'vip');
    expect(warnings.map(({ kind, path, problem }) => `${kind} ${path} ${problem}`)).toEqual([
      'type subscribers[].email is missing',
      'type subscribers[].custom_fields.* has the wrong type',
      'type subscribers[].tags has the wrong type',
      'unknown_value subscribers[].status has a value that is not part of the interface',
      'unknown_member subscribers[].favourite is not part of the interface',
      'unknown_member subscribers[].* is not part of the interface',
    ]);
    expect(warnings[0]).toMatchObject({
      operation: 'subscribers.get',
      message: 'In a response to subscribers.get, subscribers[].email is missing.',
    });
    expect(JSON.stringify(warnings)).not.toMatch(/@example|vip|sleeping/);
  });

  test('is reported by console.warn if there is no hook', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    await clientWith([changed({ status: 'new' })], { responses: 'warn' }).subscribers.get('1');
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      'In a response to subscribers.get, subscribers[].status has a value that is not part of the interface.',
    );
  });

  test('is an error with strict, which has the response', async () => {
    const client = clientWith([odd], { responses: 'strict', onWarning: () => {} });
    for (let i = 0; i < 2; i += 1) {
      expect(await failureOf(client.subscribers.get('1'), ResponseValidationError)).toMatchObject({
        ...{
          request: { method: 'GET' },
          response: { status: 200 },
          data: { tags: 'vip' },
          isRetryable: false,
        },
        warnings: [{ kind: 'type' }, { kind: 'type' }, { kind: 'type' }],
        message:
          'GET https://api.test/v2/9/subscribers/1 answered 200, but subscribers[].email is missing; ' +
          'subscribers[].custom_fields.* has the wrong type; subscribers[].tags has the wrong type. The service has processed the request.',
      });
    }
  });

  test('may have new members and values with strict too', async () => {
    const warnings: string[] = [];
    const onWarning = ({ kind }: ResponseWarning) => void warnings.push(kind);
    const client = clientWith([changed({ status: 'new', more: 1 })], { responses: 'strict', onWarning });
    expect(await client.subscribers.get('1')).toMatchObject({ status: 'new', more: 1 });
    expect(warnings).toEqual(['unknown_value', 'unknown_member']);
  });

  test('follows the option of the call rather than that of the client', async () => {
    const client = clientWith([odd], { responses: 'strict', onWarning: () => {} });
    expect(await client.subscribers.get('1', { responses: 'tolerant' })).toHaveProperty('tags', 'vip');
  });

  test('counts as accepted in a bulk job: the service took it', async () => {
    const chunks: unknown[] = [];
    const client = clientWith([{ request_ids: [7] }], { responses: 'strict', onWarning: () => {} });
    const product = { provider: 'shop', action: 'created', product_id: '1', name: 'Mug', price: 1 } as const;
    const mug = { ...product, product_variant_id: '1' };
    const summary = await client.shopperActivity.productMany([mug], {
      onChunk: ({ outcome, error, result }) => void chunks.push([outcome, error, result]),
    });
    expect(summary).toMatchObject({ accepted: 1, unknown: 0 });
    expect(chunks).toEqual([['accepted', expect.any(ResponseValidationError), { request_ids: [7] }]]);
  });

  test('never makes more than a thousand warnings', async () => {
    const onWarning = vi.fn<() => void>();
    const bodies = Array.from({ length: 11 }, (_, i) =>
      changed(Object.fromEntries(Array.from({ length: 100 }, (_, j) => [`new_${i}_${j}`, 1]))),
    );
    const client = clientWith(bodies, { responses: 'warn', onWarning });
    for (const _ of bodies) await client.subscribers.get('1');
    expect(onWarning).toHaveBeenCalledTimes(1000);
  });
});

test.each(readGoldens())('$key: the goldens of the interface give no warning', async ({ key, examples }) => {
  const { warningsOf } = await import('../src/transport/response-warnings.ts');
  for (const { response } of examples) {
    if (response.status < 300) expect(warningsOf(key, response.body)).toEqual([]);
  }
});

test('tolerance builds no schema of a response, but warning does', async () => {
  const build = vi.spyOn(contract.subscribers.get.response, 'wire');
  onTestFinished(() => build.mockRestore());
  const client = clientWith([ann]);
  await client.subscribers.get('1');
  expect(build).not.toHaveBeenCalled();
  await client.subscribers.get('1', { responses: 'warn' });
  expect(build).toHaveBeenCalled();
});

/** The next answer of a service at a socket. */
interface Spoiled {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** The part of the body that arrives before the connection ends. */
  readonly part: number;
}

const members = fc.constantFrom(
  ...['subscribers', 'tags', 'meta', 'links', 'page', 'total_pages', 'errors', 'message', 'code'],
  ...['event_actions', 'accounts', 'id', 'linked', 'status', '__proto__', 'documentation', 'request_id'],
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.double({ noNaN: true })),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(members, tie('json'), { maxKeys: 5 }),
  ),
}));
/** Almost right: an envelope with anything in it. */
const enveloped = fc.record({
  subscribers: fc.array(fc.oneof(json, fc.constant(ann.subscribers[0])), { maxLength: 3 }),
  tags: json,
  meta: fc.oneof(json, fc.constant({ page: 1, count: 1, total_pages: 1, total_count: 1 })),
  request_id: json,
});
const spoiled: fc.Arbitrary<Spoiled> = fc.record({
  status: fc.constantFrom(200, 200, 200, 200, 201, 202, 203, 400, 401, 404, 422, 429, 500, 302, 418),
  type: fc.constantFrom('application/vnd.api+json', 'application/json', 'text/html', 'x/y', ''),
  body: fc.oneof(
    json.map((value) => JSON.stringify(value)),
    enveloped.map((value) => JSON.stringify(value)),
    fc.constantFrom('', '<!doctype html><title>Sign in</title>', '\ufeff{}', '{"tags":[', 'null', '{}'),
    fc.string({ unit: anyCharacter }).map((text) => text.toWellFormed()),
  ),
  part: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 0.9, noNaN: true })),
});

type Body = Readonly<Record<string, unknown[]>>;

/** Calls of every kind of envelope, and what each gives of a body. */
const calls: readonly [
  kind: string,
  call: (client: Client, options: CallOptions) => Promise<unknown>,
  of: (body: Body) => unknown,
][] = [
  ['one', ({ subscribers }, options) => subscribers.get('1', options), (body) => body.subscribers?.[0]],
  ['many', ({ tags }, options) => tags.list(options), (body) => body.tags],
  [
    'page',
    ({ subscribers }, options) => subscribers.list({}, options),
    ({ subscribers, meta }) => ({ items: subscribers, meta }),
  ],
  ['bare', ({ shopperActivity }, options) => shopperActivity.cart(cart, options), (body) => body],
  ['nothing', ({ subscribers }, options) => subscribers.delete('1', options), () => undefined],
];

const cart = {
  ...{ provider: 'shop', email: 'a@x.io', action: 'created' as const, cart_id: '1' },
  cart_url: 'https://shop.test',
};

describe('over a socket', () => {
  test.each(calls)(
    'whatever answers a call for %s, its data is given, or an error of ours holds it',
    async (_, call, of) => {
      const noise = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error'), vi.spyOn(console, 'log')];
      const stray = unhandledRejections();
      let next: Spoiled = { status: 200, type: '', body: '', part: 1 };
      const baseUrl = await serving((_, response) => {
        const { status, type, body, part } = next;
        const bytes = Buffer.from(body);
        response.writeHead(status, { 'content-type': type, 'content-length': bytes.length });
        if (part === 1) return void response.end(bytes);
        response.write(bytes.subarray(0, Math.floor(bytes.length * part)), () => response.destroy());
      });
      const client = clientOf({ baseUrl, retries: 0, limits: false });
      await fc.assert(
        fc.asyncProperty(spoiled, fc.constantFrom('tolerant', 'warn'), async (answer, responses) => {
          next = answer;
          if (responses === 'warn') noise[0]?.mockReturnValue();
          const outcome = await call(client, { responses }).then(
            (data) => ({ data }),
            (error: unknown) => ({ error }),
          );
          const text = answer.body.replace(/^\ufeff/, '');
          const isWhole = answer.part === 1 || Buffer.byteLength(answer.body) === 0;
          if ('data' in outcome) {
            expect(answer.status).toBeLessThan(300);
            expect(isWhole).toBe(true);
            if (text !== '') expect(outcome.data).toEqual(of(JSON.parse(text)));
            return;
          }
          if (!isWhole) expect(outcome.error).toBeInstanceOf(ConnectionError);
          else if (answer.status < 300) {
            expect(outcome.error).toBeInstanceOf(ResponseFormatError);
            expect(outcome.error).toHaveProperty('text', text);
          } else {
            expect(outcome.error).toBeInstanceOf(ApiError);
            expect(outcome.error).toHaveProperty('body', parsed(text));
          }
        }),
        { numRuns: 150 },
      );
      expect(stray).toEqual([]);
      for (const spy of noise.slice(1)) expect(spy).not.toHaveBeenCalled();
    },
  );
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return text;
  }
}
