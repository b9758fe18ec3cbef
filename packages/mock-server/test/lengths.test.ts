import { describe, expect, test } from 'vitest';
import { ANN } from './boat-shop.ts';
import { type Answer, outcomesOf, requestIdOf, startServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';
import { give, scriptShop } from './script-shop.ts';

/** Random characters, since PostgreSQL compresses others before it stores them in an index. */
const text = (length: number, [first, count]: readonly [number, number] = [0x61, 26]) => {
  let state = 7;
  let letters = '';
  for (let i = 0; i < length; i++) {
    state = (state * 48271) % 2147483647;
    letters += String.fromCharCode(first + (state % count));
  }
  return letters;
};
/** Characters of three bytes in UTF-8. */
const CHINESE = [0x4e00, 20_000] as const;
const LONG = text(3000, CHINESE);
const LIMIT_NAME = text(255, CHINESE);

const bodyOf = (noun: string, record: object) => ({ [noun]: [record] });
const issuesOf = ({ status, body }: Answer) => [
  status,
  ...(body.errors ?? []).map(({ code, attribute }) => `${code} ${attribute?.slice(0, 30)}`),
];

const order = { email: ANN.email, provider: 'shop', amount: 1 };
/** Requests whose `value` the database stores in an index. */
const requests = {
  user_id: (value: string) => [
    'subscribers',
    bodyOf('subscribers', { email: 'cy@acme.test', user_id: value }),
  ],
  action: (value: string) => ['events', bodyOf('events', { email: 'cy@acme.test', action: value })],
  provider: (value: string) => ['orders', bodyOf('orders', { ...order, provider: value, upstream_id: '1' })],
  upstream_id: (value: string) => ['orders', bodyOf('orders', { ...order, upstream_id: value })],
  identifier: (value: string) => ['orders', bodyOf('orders', { ...order, identifier: value })],
} as const satisfies Record<string, (value: string) => readonly [string, object]>;

describe('names that identify records', () => {
  // U-320
  test('an indexed value has at most 255 characters', async () => {
    await using server = await startServer();
    for (const [attribute, request] of Object.entries(requests)) {
      expect(issuesOf(await server.post(...request(LONG)))).toEqual([422, `length_error ${attribute}`]);
      const { status } = await server.post(...request(LIMIT_NAME));
      expect(status, attribute).toBeLessThan(300);
    }
  });

  // U-320
  test('a custom field has a name of at most 255 characters and a value of at most 5,000', async () => {
    await using server = await startServer();
    const save = (fields: object) => server.upsert({ email: 'cy@acme.test', custom_fields: fields });
    expect(issuesOf(await save({ [LONG]: 'x' }))[0]).toBe(422);
    expect(issuesOf(await save({ note: text(5001) }))).toEqual([422, 'length_error custom_fields.note']);
    expect((await save({ [LIMIT_NAME]: text(5000) })).status).toBe(200);
  });

  // U-320
  test('the records of v3 are refused one by one', async () => {
    await using server = await startServer();
    const product = { provider: 'shop', action: 'created', name: 'Oar', price: 1, product_id: '1' };
    const cart = { provider: 'shop', email: 'cy@acme.test', action: 'created', cart_id: '1' };
    const others = { ...cart, cart_url: 'https://acme.test/cart', currency: 'USD', grand_total: 1 };
    for (const [path, record] of [
      ['product', { ...product, product_id: LONG }],
      ['product', { ...product, product_variant_id: LONG }],
      ['cart', { ...others, cart_id: LONG }],
      ['order', { ...cart, action: 'placed', cart_id: undefined, order_id: LONG }],
    ] as const) {
      await server.send('POST', `/v3/9999999/shopper_activity/${path}`, { body: record });
    }
    await server.settle();
  });

  // U-320
  test('pages are told, without credentials', async () => {
    await using server = await startServer({ seed: scriptShop() });
    for (const [command, given, attribute] of [
      ['track', { action: LONG }, 'action'],
      ['identify', { email: 'cy@acme.test', user_id: LONG }, 'user_id'],
      ['identify', { email: 'cy@acme.test', [LONG]: 'x' }, LONG.slice(0, 200)],
      ['identify', { email: 'cy@acme.test', note: text(5001) }, 'note'],
    ] as const) {
      const result = await give(server, command, given);
      expect(result.success).toBe(false);
      expect(result.error).toContain(attribute);
    }
  });

  // U-320
  test('seeds and extensions of an account are refused', async () => {
    const subscribers = [{ email: 'cy@acme.test', user_id: LONG }];
    const seed = { accounts: [{ subscribers }] };
    await expect(startServer({ seed })).rejects.toThrow('subscribers[0].user_id is longer than 255');
    await using server = await startServer();
    await expect(server.extend({ subscribers })).rejects.toThrow('subscribers[0].user_id is longer than 255');
    const register = async () => void (await server.applications.register({ name: 'App', client_id: LONG }));
    await expect(register()).rejects.toThrow('client_id is longer than 255');
  });
});

describe('the size of a subscriber', () => {
  const fields = (from: number) =>
    Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`f${from + i}`, text(4900)]));

  // U-320
  test('custom fields have at most 100,000 characters together', async () => {
    await using server = await startServer();
    await server.save({ email: 'cy@acme.test', custom_fields: fields(0) });
    await server.save({ email: 'cy@acme.test', custom_fields: fields(10) });
    const answer = await server.upsert({ email: 'cy@acme.test', custom_fields: fields(20) });
    expect(issuesOf(answer)).toEqual([422, 'length_error custom_fields']);
    await server.save({ email: 'cy@acme.test', custom_fields: { f0: null, last: text(4000) } });
    expect(Object.keys((await server.subscriber('cy@acme.test')).custom_fields)).toHaveLength(20);
  });

  // U-154, U-320
  test("the excess of a page's messages is dropped", async () => {
    await using server = await startServer({ seed: scriptShop() });
    for (const from of [0, 10, 20]) {
      await give(server, 'identify', { email: 'cy@acme.test', ...fields(from) });
    }
    const stored = (await server.subscriber('cy@acme.test')).custom_fields;
    expect(Object.keys(stored)).toHaveLength(20);
  });

  // U-320
  test('tags have at most 75,000 characters together', async () => {
    await using server = await startServer();
    const tags = (from: number) => Array.from({ length: 200 }, (_, i) => text(240) + (from + i));
    await server.save({ email: 'cy@acme.test', tags: tags(1000) });
    const answer = await server.upsert({ email: 'cy@acme.test', tags: tags(1200) });
    expect(issuesOf(answer)).toEqual([422, 'length_error tags']);
    expect((await server.subscriber('cy@acme.test')).tags).toHaveLength(200);
  });
});

// U-143: a record that is read twice must be refused twice
test('records with invalid names are refused, and others of their batch continue', async () => {
  const many = Array.from({ length: 251 }, (_, i) => `t${i}`);
  const records: readonly (readonly [object, string])[] = [
    [{}, 'done'],
    [{ tags: many }, 'refused tags: length_error'],
    [{ remove_tags: many }, 'refused remove_tags: length_error'],
    [{ tags: ['  '] }, 'refused tags[0]: presence_error'],
    [{}, 'done'],
    [{ remove_tags: ['\t'] }, 'refused remove_tags[0]: presence_error'],
    [{ user_id: LONG }, 'refused user_id: length_error'],
    [{}, 'done'],
  ];
  await using server = await startServer();
  const subscribers = records.map(([members], i) => ({ email: `p${i}@acme.test`, ...members }));
  const accepted = await server.post('subscribers/batches', { batches: [{ subscribers }] });
  await server.settle();
  expect(await outcomesOf(server, requestIdOf(accepted))).toEqual(records.map(([, outcome]) => outcome));
});

// U-133
test('pages add no tags to an account that has 10,000, but apply the ones it has', async () => {
  const tags = (page: number) => Array.from({ length: 100 }, (_, i) => `tag ${page} ${i}`);
  const subscribers = Array.from({ length: 100 }, (_, i) => ({ email: `s${i}@acme.test`, tags: tags(i) }));
  const forms = [{ id: '70', headline: 'Join', tags: ['joined by form'] }];
  await using server = await startServer({ seed: mailingAccount({ subscribers, forms }) });
  await give(server, 'identify', { email: 'cy@acme.test', tags: ['tag 3 7', 'new'] });
  expect((await server.subscriber('cy@acme.test')).tags).toEqual(['tag 3 7']);
  await server.save({ email: 'di@acme.test', tags: ['of the API'] });
  await give(server, 'submitForm', { form_id: '70', entries: [['fields[email]', 'ed@acme.test']] });
  expect((await server.subscriber('ed@acme.test')).tags).toEqual(['joined by form']);
  expect((await server.get('tags')).body.tags).toHaveLength(10_002);
});
