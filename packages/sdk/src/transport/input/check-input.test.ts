import { expect, test } from 'vitest';
import { answered, clientOf, failureOf } from '../../../test/answered-client.ts';
import { InputError } from '../../core/errors.ts';

const client = clientOf({ fetch: () => expect.unreachable('sent') });
const { subscribers, workflowTriggers } = client;
const ann = { email: 'ann@x.io' };
const order = { ...ann, amount: 1 };
const cart = { ...ann, provider: 'shop', action: 'created', cart_id: '1', cart_url: 'https://x.io' } as const;

/** The error of a call by its name, with what a program gives it. */
function refused(method: string, given: unknown): Promise<InputError> {
  const [noun = '', name = ''] = method.split('.');
  const methods = Reflect.get(client, noun) as Record<string, (given: unknown) => Promise<unknown>>;
  return failureOf(methods[name]?.(given) ?? Promise.reject(new Error(`There is no ${method}.`)), InputError);
}

const [upsert, upsertBatch] = ['subscribers.upsert', 'subscribers.upsertBatch'];
const wrapped = { batches: [{ subscribers: [ann] }] };
const [ONE_RECORD, RECORDS] = ['one record, not an array', 'an array of records, not one record'];
const items = [{ name: 'a' }, { skuu: 'b' }];
const rowed = { ...ann, action: 'Rowed' };
const near = (name: string, known: string) => `${name} is not a member here, did you mean ${known}?`;
const ONE = (method: string) => `the SDK adds the envelope itself: write client.${method}({ … }).`;
const MANY = (method: string) => `the SDK adds the envelope itself: write client.${method}([{ … }, { … }]).`;
const instead = (of: string, ...calls: string[]) =>
  `expected ${of}: write ${calls.map((call) => `client.${call}`).join(' or ')}.`;

test.each<[string, method: string, given: unknown, message: string]>([
  ['a record in its envelope', upsert, { subscribers: [ann] }, ONE(upsert)],
  ['a record in an object', upsert, { subscribers: ann }, ONE(upsert)],
  ['an envelope of another noun', 'tags.apply', { subscribers: [ann] }, ONE('tags.apply')],
  ['a batch to a single', upsert, wrapped, ONE(upsert)],
  ['an array', upsert, [ann], instead(ONE_RECORD, `${upsert}({ … })`, `${upsertBatch}([ … ])`)],
  ['an array without a batch', 'tags.apply', [ann], instead(ONE_RECORD, 'tags.apply({ … })')],
  ['nothing', upsert, undefined, 'expected a record, not undefined: write'],
  ['null', upsert, null, 'expected a record, not null: write'],
  ['a string', upsert, 'ann@x.io', 'expected a record, not a string: write'],
  ['a wrapped batch', upsertBatch, wrapped, MANY(upsertBatch)],
  ['a half wrapped batch', upsertBatch, { subscribers: [ann] }, MANY(upsertBatch)],
  ['one record to a batch', upsertBatch, ann, instead(RECORDS, `${upsertBatch}([{ … }, { … }])`)],
  [
    'records wrapped in a batch',
    upsertBatch,
    [ann, { subscribers: [ann] }],
    '[1] is already wrapped: the SDK ',
  ],
  ['no records', upsertBatch, [ann, null, 'x'], '[1] must be an object; [2] must be an object'],
  ['an empty batch', upsertBatch, [], 'subscribers has 0 records, but a batch must have 1 to 1000.'],
  ['a large batch', 'orders.upsertBatch', Array(1001).fill(order), 'orders has 1001 records, but a batch'],
  ['a wrapped v3 batch', 'shopperActivity.cartBatch', { carts: [cart] }, MANY('shopperActivity.cartBatch')],
  ['a v3 batch to a single', 'shopperActivity.cart', { carts: [cart] }, ONE('shopperActivity.cart')],
  ['a member near a known one', upsert, { ...ann, fist_name: 'A' }, near('fist_name', 'first_name')],
  ['camelCase', upsert, { ...ann, lifetimeValue: 1 }, near('lifetimeValue', 'lifetime_value')],
  ['a member like none', upsert, { ...ann, color: 'red' }, 'color is not a member here.'],
  ['a member of Object', upsert, { ...ann, constructor: 1 }, 'constructor is not a member here.'],
  ['a member below', 'orders.upsert', { ...order, items }, near('items[1].skuu', 'sku')],
  [
    'a member of a batched record',
    'events.recordBatch',
    [rowed, { ...ann, acton: 'b' }],
    near('[1].acton', 'action'),
  ],
  ['nobody', upsert, { first_name: 'Ann' }, 'email or id or visitor_uuid is required.'],
  [
    'a field of another kind',
    upsert,
    { ...ann, custom_fields: { size: [] } },
    'custom_fields.size must be a str',
  ],
  ['a misnamed filter', 'subscribers.list', { tag: 'vip' }, near('tag', 'tags')],
  [
    'a misplaced option',
    'subscribers.list',
    { timeout: 1 },
    'timeout is an option: pass it in the argument ',
  ],
  ['a query that is not an object', 'subscribers.list', 'vip', 'the query must be an object.'],
  ['a filter of another value', 'campaigns.list', { direction: 'up' }, 'direction must be one of asc, desc.'],
])('%s is refused', async (_, method, given, message) => {
  const refusal = await refused(method, given);
  expect(refusal.message).toContain('was not sent: ');
  expect(refusal.message).toContain(message);
  expect(refusal.issues.length).toBeGreaterThan(0);
});

test('a message lists five issues, the error all of them', async () => {
  const refusal = await failureOf(subscribers.upsertBatch(Array(20).fill({ email: 'x' })), InputError);
  expect(refusal.message).toBe(
    'client.subscribers.upsertBatch was not sent: [0].email must be a valid email address; [1].email must be a valid ' +
      'email address; [2].email must be a valid email address; [3].email must be a valid email address; [4].email ' +
      'must be a valid email address; and 15 more in `issues`.',
  );
  expect(refusal.issues).toHaveLength(20);
  const message = '[19].email must be a valid email address';
  expect(refusal.issues[19]).toEqual({ code: 'email_error', attribute: '[19].email', message });
});

test('unknown members are sent where the interface allows them', async () => {
  const { client, requests } = answered([() => Response.json({ request_id: 'r' })]);
  const activity = { ...cart, season: 'winter', items: [{ name: 'Oar', wood: 'ash' }] };
  await client.shopperActivity.cart(activity);
  expect(await requests[0]?.json()).toEqual(activity);
});

test('validate: false sends body and query unchanged, in their envelope', async () => {
  const answer = () => Response.json({ subscribers: [{}], meta: {} });
  const { client, requests } = answered([answer], { validate: false });
  const wrong = { emial: 'x' } as never;
  await client.subscribers.upsert(wrong);
  await client.subscribers.list({ stauts: 'x' } as never);
  expect(await requests[0]?.text()).toBe('{"subscribers":[{"emial":"x"}]}');
  expect(requests[1]?.url).toBe('https://api.test/v2/9/subscribers?stauts=x');
  await expect(client.subscribers.get('')).rejects.toThrow(InputError);
  await expect(client.subscribers.upsert(wrong, { validate: true })).rejects.toThrow(InputError);
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
  const given = { email: 'x', first_name: undefined, nope: undefined };
  const refusal = await refused('subscribers.upsert', given);
  expect(refusal.issues.map(({ attribute }) => attribute)).toEqual(['email']);
});

test('an input that is validated asynchronously is sent as it was at the time of the call', async () => {
  const { client, requests } = answered([() => Response.json({ subscribers: [{}] })]);
  const subscriber: Record<string, unknown> = Object.assign(Object.create({}), ann);
  const call = client.subscribers.upsert(subscriber as never);
  subscriber.first_name = 'Ann';
  await call;
  expect(await requests[0]?.json()).toEqual({ subscribers: [ann] });
});

test('updates of a subscriber are sent in the order of the calls, however long their inputs take to validate', async () => {
  const sent: string[] = [];
  const ordered = clientOf({
    fetch: async (request) => {
      const body = await request.text();
      sent.push(body ? JSON.parse(body).subscribers[0].first_name : request.method);
      return body ? Response.json({ subscribers: [{}] }) : new Response(null, { status: 204 });
    },
  });
  /** Valid, but only zod accepts an instance of a class. */
  const named = (first_name: string) => Object.assign(Object.create({}), { ...ann, first_name });
  const invalid = failureOf(ordered.subscribers.upsert({ emial: ann.email } as never), InputError);
  await Promise.all([
    ordered.subscribers.upsert(named('first')),
    ordered.tags.remove(ann.email, 'vip'),
    ordered.subscribers.upsert({ ...ann, first_name: 'third' }),
    ordered.subscribers.upsert(named('fourth')),
    ordered.subscribers.upsert({ ...ann, first_name: 'fifth' }),
  ]);
  await invalid;
  expect(sent).toEqual(['first', 'DELETE', 'third', 'fourth', 'fifth']);
});
