import { expect, test } from 'vitest';
import { createClient } from '../../client.ts';
import { InputError } from '../../core/errors.ts';

const client = createClient({
  baseUrl: 'https://api.test',
  accountId: '9',
  apiKey: 'key',
  fetch: () => expect.unreachable('sent'),
});
const { campaigns, events, orders, shopperActivity, subscribers, tags, workflowTriggers } = client;
const ann = { email: 'ann@x.io' };
const cart = {
  provider: 'shop',
  email: 'ann@x.io',
  action: 'created',
  cart_id: '1',
  cart_url: 'https://x.io/1',
};

/** What a refused call says. Inputs that the types refuse are given as `never`. */
async function refusalOf(call: Promise<unknown>): Promise<InputError> {
  const error = await call.then(
    () => expect.unreachable('not refused'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return error as InputError;
}

test.each<[string, (given: never) => Promise<unknown>, unknown, string]>([
  [
    'wrapped',
    (given) => subscribers.upsert(given),
    { subscribers: [ann] },
    'the SDK adds the envelope itself: write client.subscribers.upsert({ … }).',
  ],
  [
    'wrapped as an object',
    (given) => subscribers.upsert(given),
    { subscribers: ann },
    'the SDK adds the envelope itself: write client.subscribers.upsert({ … }).',
  ],
  [
    'wrapped by another noun',
    (given) => campaigns.subscribe('1', given),
    { campaigns: [ann] },
    'the SDK adds the envelope itself: write client.campaigns.subscribe({ … }).',
  ],
  [
    'a batch to a single',
    (given) => subscribers.upsert(given),
    { batches: [{ subscribers: [ann] }] },
    'the SDK adds the envelope itself: write client.subscribers.upsert({ … }).',
  ],
  [
    'an array',
    (given) => subscribers.upsert(given),
    [ann],
    'expected one record, not an array: write client.subscribers.upsert({ … }) or client.subscribers.upsertBatch([ … ]).',
  ],
  [
    'an array without a batch',
    (given) => tags.apply(given),
    [{ ...ann, tag: 'a' }],
    'expected one record, not an array: write client.tags.apply({ … }).',
  ],
  ['nothing', (given) => subscribers.upsert(given), undefined, 'expected a record, not undefined: write'],
  ['null', (given) => subscribers.upsert(given), null, 'expected a record, not null: write'],
  ['a text', (given) => subscribers.upsert(given), 'ann@x.io', 'expected a record, not a string: write'],
  [
    'a batch wrapped',
    (given) => subscribers.upsertBatch(given),
    { batches: [{ subscribers: [ann] }] },
    'the SDK adds the envelope itself: write client.subscribers.upsertBatch([{ … }, { … }]).',
  ],
  [
    'a batch half wrapped',
    (given) => subscribers.upsertBatch(given),
    { subscribers: [ann] },
    'the SDK adds the envelope itself: write client.subscribers.upsertBatch([{ … }, { … }]).',
  ],
  [
    'one record to a batch',
    (given) => subscribers.upsertBatch(given),
    ann,
    'expected an array of records, not one record: write client.subscribers.upsertBatch([{ … }, { … }]).',
  ],
  [
    'records wrapped in a batch',
    (given) => subscribers.upsertBatch(given),
    [ann, { subscribers: [ann] }],
    '[1] is already wrapped: the SDK adds the envelope itself.',
  ],
  [
    'a record that is none',
    (given) => subscribers.upsertBatch(given),
    [ann, null, 'x'],
    '[1] must be an object; [2] must be an object',
  ],
  [
    'an empty batch',
    (given) => subscribers.upsertBatch(given),
    [],
    'subscribers has 0 records, but a batch must have 1 to 1000.',
  ],
  [
    'a batch too large',
    (given) => orders.upsertBatch(given),
    Array(1001).fill({ ...ann, amount: 1 }),
    'orders has 1001 records, but a batch must have 1 to 1000.',
  ],
  [
    'a v3 batch wrapped',
    (given) => shopperActivity.cartBatch(given),
    { carts: [cart] },
    'the SDK adds the envelope itself: write client.shopperActivity.cartBatch([{ … }, { … }]).',
  ],
  [
    'a v3 batch to a single',
    (given) => shopperActivity.cart(given),
    { carts: [cart] },
    'the SDK adds the envelope itself: write client.shopperActivity.cart({ … }).',
  ],
  [
    'a member near a known one',
    (given) => subscribers.upsert(given),
    { ...ann, fist_name: 'A' },
    'fist_name is not a member here, did you mean first_name?',
  ],
  [
    'a member in camelCase',
    (given) => subscribers.upsert(given),
    { ...ann, lifetimeValue: 1 },
    'lifetimeValue is not a member here, did you mean lifetime_value?',
  ],
  [
    'a member like none',
    (given) => subscribers.upsert(given),
    { ...ann, colour: 'red' },
    'colour is not a member here.',
  ],
  [
    'a member of Object',
    (given) => subscribers.upsert(given),
    { ...ann, constructor: 1 },
    'constructor is not a member here.',
  ],
  [
    'a member below',
    (given) => orders.upsert(given),
    { ...ann, amount: 1, items: [{ name: 'a' }, { skuu: 'b' }] },
    'items[1].skuu is not a member here, did you mean sku?',
  ],
  [
    'a member of a batched record',
    (given) => events.recordBatch(given),
    [
      { ...ann, action: 'a' },
      { ...ann, acton: 'b' },
    ],
    '[1].action is required; [1].acton is not a member here, did you mean action?',
  ],
  [
    'a subscriber whom nothing names',
    (given) => subscribers.upsert(given),
    { first_name: 'Ann' },
    'email or id or visitor_uuid is required.',
  ],
  [
    'a field of another kind',
    (given) => subscribers.upsert(given),
    { ...ann, custom_fields: { size: [] } },
    'custom_fields.size must be a text or a number or true or false.',
  ],
  [
    'a misnamed filter',
    (given) => subscribers.list(given),
    { tag: 'vip' },
    'tag is not a member here, did you mean tags?',
  ],
  [
    'a misplaced option',
    (given) => subscribers.list(given),
    { timeout: 1 },
    'timeout is an option: pass it in the argument after the query.',
  ],
  ['a query that is none', (given) => subscribers.list(given), 'vip', 'the query must be an object.'],
  [
    'a filter of another value',
    (given) => campaigns.list(given),
    { direction: 'up' },
    'direction must be one of asc, desc.',
  ],
])('%s is refused', async (_, call, given, message) => {
  const refusal = await refusalOf(call(given as never));
  expect(refusal.message).toContain('was not sent: ');
  expect(refusal.message).toContain(message);
  expect(refusal.issues.length).toBeGreaterThan(0);
});

test('a message lists five issues, the error all of them', async () => {
  const refusal = await refusalOf(subscribers.upsertBatch(Array(20).fill({ email: 'x' })));
  expect(refusal.message).toBe(
    'client.subscribers.upsertBatch was not sent: [0].email must be a valid email address; [1].email must be a valid ' +
      'email address; [2].email must be a valid email address; [3].email must be a valid email address; [4].email ' +
      'must be a valid email address; and 15 more in `issues`.',
  );
  expect(refusal.issues).toHaveLength(20);
  expect(refusal.issues[19]).toEqual({
    code: 'email_error',
    attribute: '[19].email',
    message: '[19].email must be a valid email address',
  });
});

test('unknown members are sent where the interface allows them', async () => {
  const bodies: unknown[] = [];
  const sending = createClient({
    baseUrl: 'https://api.test',
    accountId: '9',
    apiKey: 'key',
    fetch: async (request) => {
      bodies.push(await request.json());
      return Response.json({ request_id: 'r' });
    },
  });
  const items = [{ name: 'Oar', wood: 'ash' }];
  const activity = { ...cart, action: 'created' as const, season: 'winter', items };
  await sending.shopperActivity.cart(activity);
  expect(bodies).toEqual([activity]);
});

test('validate: false sends body and query unchanged, in their envelope', async () => {
  const sent: unknown[] = [];
  const lenient = createClient({
    baseUrl: 'https://api.test',
    accountId: '9',
    apiKey: 'key',
    validate: false,
    fetch: async (request) => {
      sent.push(request.url, await request.text());
      return Response.json({ subscribers: [{}], meta: {} });
    },
  });
  await lenient.subscribers.upsert({ emial: 'x' } as never);
  await lenient.subscribers.list({ stauts: 'x' } as never);
  expect(sent).toEqual([
    'https://api.test/v2/9/subscribers',
    '{"subscribers":[{"emial":"x"}]}',
    'https://api.test/v2/9/subscribers?stauts=x',
    '',
  ]);
  await expect(lenient.subscribers.get('')).rejects.toThrow(InputError);
  await expect(lenient.subscribers.upsert({ emial: 'x' } as never, { validate: true })).rejects.toThrow(
    InputError,
  );
});

test('an input that contains itself is rejected', async () => {
  const properties: Record<string, unknown> = {};
  properties.self = properties;
  const trigger = { provider: 'p', trigger_type: 't', properties };
  await expect(workflowTriggers.create('1', trigger)).rejects.toThrow(
    'properties.self is a circle: it contains itself',
  );
});

test('undefined members count as absent', async () => {
  const refusal = await refusalOf(
    subscribers.upsert({ email: 'x', first_name: undefined, nope: undefined } as never),
  );
  expect(refusal.issues.map(({ attribute }) => attribute)).toEqual(['email']);
});

test('an input that is validated asynchronously is sent as it was at the time of the call', async () => {
  const sent: unknown[] = [];
  const sending = createClient({
    baseUrl: 'https://api.test',
    accountId: '9',
    apiKey: 'key',
    fetch: async (request) => {
      sent.push(await request.json());
      return Response.json({ subscribers: [{}] });
    },
  });
  const subscriber: Record<string, unknown> = Object.assign(Object.create({}), ann);
  const call = sending.subscribers.upsert(subscriber as never);
  subscriber.first_name = 'Ann';
  await call;
  expect(sent).toEqual([{ subscribers: [ann] }]);
});
