/* cspell:ignore soruce Sgined plna signups */
/*
 * Programs that compile with the types of an account, and programs that must not. The compiler checks this file with all
 * others; nothing runs it. Every line after a `@ts-expect-error` must be refused, or the type check fails.
 */
import {
  type BulkJob,
  type Client,
  createClient,
  type EventInput,
  type EventInputOf,
  type Subscriber,
  type SubscriberInput,
  type SubscriberInputOf,
} from '@trickle/sdk';

type OddTag = 'constructor' | '__proto__' | 'a */ b' | 'it\'s "so"' | '\u{1F6F6}';
interface Shop {
  tags: 'trial' | 'vip' | OddTag | `order-${string}`;
  customFields: 'plan' | 'constructor' | '__proto__' | `size_${string}`;
  events: {
    'Signed up': { source?: string; value?: number; constructor?: string };
    'Viewed pricing': { [name: string]: unknown };
    __proto__: { page?: string };
    [action: `Bought ${string}`]: { amount?: number };
  };
}
/** An account with other names, in the same program. */
interface Outlet {
  tags: 'sale';
  customFields: 'color';
  events: { Visited: { page?: string } };
}
/** The types of `--loose tags,fields,events`. */
interface Loose {
  tags: 'vip' | (string & {});
  customFields: string;
  events: { 'Signed up': { source?: string }; [action: string]: { [name: string]: unknown } };
}
interface OnlyTags {
  tags: 'vip';
}

declare const shop: Client<Shop>;
declare const outlet: Client<Outlet>;
declare const client: Client;
const email = 'a@x.io';

/** Compiles when the value has exactly this type. */
function has<Expected>() {
  return <Given>(_: Given, ..._same: Same<Given, Expected> extends true ? [] : [never]) => {};
}
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

// Without types, nothing changes.
has<Client>()(createClient());
has<Client<Shop>>()(createClient<Shop>({ apiKey: 'k' }));
void client.subscribers.upsert({ email, tags: ['anything'], custom_fields: { anything: 1 } });
void client.events.record({ email, action: 'Anything', properties: { anything: 1 } });
// @ts-expect-error: not the names of an account
createClient<{ tags: 5 }>();
// @ts-expect-error: misspelt
createClient<{ tag: 'vip' }>();

// Tags.
const odd = ['vip', 'order-7', 'constructor', '__proto__', 'a */ b', '\u{1F6F6}'] as const;
void shop.subscribers.upsert({ email, tags: odd });
void shop.subscribers.upsert({ id: '1', remove_tags: ['trial', 'it\'s "so"'] });
void shop.tags.apply({ email, tag: 'vip' });
void shop.tags.remove(email, 'order-1');
void shop.campaigns.subscribe('1', { email, tags: ['vip'], custom_fields: { plan: 'pro' } });
void shop.workflows.start('1', { email, tags: ['vip'], custom_fields: { plan: 'pro' } });
// @ts-expect-error: misspelt
void shop.subscribers.upsert({ email, tags: ['vpi'] });
// @ts-expect-error: misspelt
void shop.subscribers.upsert({ email, remove_tags: ['vpi'] });
// @ts-expect-error: misspelt
void shop.tags.apply({ email, tag: 'vpi' });
// @ts-expect-error: misspelt
void shop.tags.remove(email, 'orders-1');
// @ts-expect-error: misspelt
void shop.campaigns.subscribe('1', { email, tags: ['vpi'] });
// @ts-expect-error: misspelt
void shop.workflows.start('1', { email, tags: ['vpi'] });

// Custom fields.
void shop.subscribers.upsert({ email, custom_fields: { plan: 'pro', size_eu: 42, constructor: null } });
void shop.subscribers.upsert({ email, custom_fields: { ['__proto__']: true } });
// @ts-expect-error: misspelt
void shop.subscribers.upsert({ email, custom_fields: { plna: 'pro' } });
// @ts-expect-error: not a value of a custom field
void shop.subscribers.upsert({ email, custom_fields: { plan: ['pro'] } });
// @ts-expect-error: misspelt
void shop.campaigns.subscribe('1', { email, custom_fields: { plna: 'pro' } });
// @ts-expect-error: misspelt
void shop.workflows.start('1', { email, custom_fields: { plna: 'pro' } });
// @ts-expect-error: nobody
void shop.subscribers.upsert({ tags: ['vip'] });
// @ts-expect-error: misnamed
void shop.subscribers.upsert({ email, firstName: 'Ann' });

// Events and their properties.
void shop.events.record({ email, action: 'Signed up', properties: { source: 'ad', value: 4900 } });
void shop.events.record({ id: '1', action: 'Viewed pricing', properties: { anything: [1] } });
const occurred_at = new Date();
void shop.events.record({ email, action: 'Bought shoes', properties: { amount: 1 }, occurred_at });
void shop.events.record({ email, action: '__proto__', properties: { page: '/' } });
void shop.events.record({ email, action: 'Signed up', properties: { constructor: 'x' } });
void shop.events.record({ email, action: 'Signed up' });
declare const source: string | undefined;
void shop.events.record({ email, action: 'Signed up', properties: { source } });
// @ts-expect-error: misspelt
void shop.events.record({ email, action: 'Sgined up' });
// @ts-expect-error: misspelt
void shop.events.record({ email, action: 'Signed up', properties: { soruce: 'ad' } });
// @ts-expect-error: a number
void shop.events.record({ email, action: 'Signed up', properties: { source: 5 } });
// @ts-expect-error: a property of another event
void shop.events.record({ email, action: 'Bought shoes', properties: { source: 'ad' } });
// @ts-expect-error: nobody
void shop.events.record({ action: 'Signed up' });

// Batches and bulk jobs.
void shop.subscribers.upsertBatch([{ email, tags: ['vip'] }, { id: '1' }]);
void shop.events.recordBatch([
  { email, action: 'Signed up', properties: { source: 'ad' } },
  { email, action: 'Bought shoes', properties: { amount: 5 } },
]);
void shop.subscribers.upsertBatch([
  { email },
  // @ts-expect-error: misspelt
  { email, tags: ['vpi'] },
]);
void shop.events.recordBatch([
  { email, action: 'Signed up', properties: { source: 'ad' } },
  // @ts-expect-error: a property of the other event
  { email, action: 'Bought shoes', properties: { source: 'ad' } },
]);
void shop.events.recordBatch([
  // @ts-expect-error: misspelt
  { email, action: 'Sgined up' },
]);
export async function* subscribers(): AsyncGenerator<SubscriberInputOf<Shop>> {
  yield { email, tags: ['vip'] };
  // @ts-expect-error: misspelt
  yield { email, tags: ['vpi'] };
}
export function* events(): Generator<EventInputOf<Shop>> {
  yield { email, action: 'Signed up', properties: { source: 'ad' } };
  // @ts-expect-error: a property of another event
  yield { email, action: 'Signed up', properties: { amount: 5 } };
}
has<BulkJob<SubscriberInput, undefined>>()(shop.subscribers.upsertMany(subscribers()));
has<BulkJob<EventInput, undefined>>()(shop.events.recordMany(events(), { onUnknown: 'skip' }));
void shop.events.recordBatch([...events()]);
declare const users: readonly { readonly email: string; readonly id: string }[];
void shop.events.recordBatch(
  users.map(({ email }) => ({ email, action: 'Signed up', properties: { source: 'ad' } })),
);
// @ts-expect-error: misspelt
void shop.events.recordBatch(users.map(({ email }) => ({ email, action: 'Sgined up' })));
void shop.events.recordBatch(
  // @ts-expect-error: a number
  users.map(({ email }) => ({ email, action: 'Signed up', properties: { source: 5 } })),
);
void shop.subscribers.upsertBatch(users.map(({ email }) => ({ email, tags: ['vip'] })));
// @ts-expect-error: misspelt
void shop.subscribers.upsertBatch(users.map(({ email }) => ({ email, tags: ['vpi'] })));
void shop.events.recordMany(users.map(({ email }) => ({ email, action: 'Signed up' })));
declare const signups: ReadableStream<EventInputOf<Shop, 'Signed up'>>;
void shop.events.recordMany(signups);
void shop.events.recordMany([{ email, action: 'Signed up', properties: { source: 'ad' } }]);
// @ts-expect-error: misspelt
void shop.events.recordMany([{ email, action: 'Sgined up' }]);
// @ts-expect-error: misspelt
void shop.subscribers.upsertMany([{ email, tags: ['vpi'] }]);
// @ts-expect-error: subscribers of another account
void outlet.subscribers.upsertMany(subscribers());

// Results stay open: others may have added names.
export async function results() {
  const ann = await shop.subscribers.get('1');
  has<Subscriber>()(ann);
  return ann.tags.includes('of tomorrow') && ann.custom_fields.of_tomorrow;
}

// A function that takes any client takes these, and a client of an account is not one of another.
declare function withAny(client: Client): void;
declare function withShop(client: Client<Shop>): void;
withAny(client);
withAny(shop);
withAny(outlet);
withShop(shop);
withShop(client);
// @ts-expect-error: another account
withShop(outlet);
export const clients: Client[] = [client, shop, outlet];
export const made: Client<Shop> = createClient();

// Loose names are completed and not checked; names that are not there are not checked either.
declare const loose: Client<Loose>;
void loose.subscribers.upsert({ email, tags: ['vip', 'anything'], custom_fields: { anything: 1 } });
void loose.events.record({ email, action: 'Anything', properties: { anything: 1 } });
declare const onlyTags: Client<OnlyTags>;
void onlyTags.subscribers.upsert({ email, tags: ['vip'], custom_fields: { anything: 1 } });
void onlyTags.events.record({ email, action: 'Anything', properties: { anything: 1 } });
// @ts-expect-error: misspelt
void onlyTags.tags.apply({ email, tag: 'vpi' });

/** A function of the caller's own, for any account. */
export function recordOf<A extends Shop>(any: Client<A>): Client {
  return any;
}
