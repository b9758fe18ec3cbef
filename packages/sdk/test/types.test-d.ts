/*
 * Programs that compile, and programs that must not. The compiler checks this file with all others; nothing runs it. Every line
 * after a `@ts-expect-error` must be refused, or the type check fails.
 */
import {
  type ActivitiesAccepted,
  type ApiPromise,
  type BulkJob,
  type BulkSummary,
  type Client,
  createClient,
  type EventInput,
  type Page,
  type Subscriber,
  type SubscriberInput,
} from '@trickle/sdk';
import { createOAuth } from '@trickle/sdk/oauth';

declare const client: Client;

/** Compiles when the value has exactly this type. */
function has<Expected>() {
  return <Given>(_: Given, ..._same: Same<Given, Expected> extends true ? [] : [never]) => {};
}
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

// Options of a client.
const baseUrl = 'https://api.test';
createClient({ baseUrl, apiKey: 'k' });
createClient({ baseUrl: new URL(baseUrl), accessToken: 't', accountId: '9', timeout: false, retries: 0 });
createClient({ baseUrl, apiKey: 'k', fetch: globalThis.fetch, headers: { 'x-a': 'b' }, validate: false });
createClient({ baseUrl, apiKey: 'k', fetch: (request) => new Response(request.url) });
createClient();
createClient({ baseUrl });
createClient({ baseUrl, apiKey: 'k', debug: true, logger: console });
// @ts-expect-error: two credentials
createClient({ baseUrl, apiKey: 'k', accessToken: 't' });
createClient({ apiKey: 'k' });
// @ts-expect-error: no key
createClient({ apiKey: 5 });
// @ts-expect-error: misnamed
createClient({ baseUrl, apiKey: 'k', accountID: '9' });
// @ts-expect-error: a number
createClient({ baseUrl, apiKey: 'k', accountId: 9 });
// @ts-expect-error: true has no meaning
createClient({ baseUrl, apiKey: 'k', timeout: true });

// Whom an upsert names.
void client.subscribers.upsert({ email: 'a@x.io' });
void client.subscribers.upsert({ id: '1', new_email: 'b@x.io', tags: ['vip'], custom_fields: { size: 42 } });
void client.subscribers.upsert({ visitor_uuid: 'v', status: 'unsubscribed' });
void client.events.record({ email: 'a@x.io', action: 'a', occurred_at: new Date() });
void client.subscribers.list({ subscribed_after: new Date() });
// @ts-expect-error: a date is not a name
void client.subscribers.upsert({ email: 'a@x.io', first_name: new Date() });
// @ts-expect-error: nobody
void client.subscribers.upsert({ first_name: 'Ann' });
// @ts-expect-error: undefined names nobody
void client.subscribers.upsert({ email: undefined });
// @ts-expect-error: misnamed
void client.subscribers.upsert({ email: 'a@x.io', firstName: 'Ann' });
// @ts-expect-error: wrapped
void client.subscribers.upsert({ subscribers: [{ email: 'a@x.io' }] });
// @ts-expect-error: many
void client.subscribers.upsert([{ email: 'a@x.io' }]);
// @ts-expect-error: no such status
void client.subscribers.upsert({ email: 'a@x.io', status: 'gone' });
// @ts-expect-error: tags are a list here
void client.subscribers.upsert({ email: 'a@x.io', tags: 'vip' });

// Batches.
void client.subscribers.upsertBatch([{ email: 'a@x.io' }, { id: '1' }]);
void client.unsubscribes.createBatch([{ email: 'a@x.io' }] as const);
// @ts-expect-error: one record
void client.subscribers.upsertBatch({ email: 'a@x.io' });
// @ts-expect-error: wrapped
void client.events.recordBatch({ batches: [{ events: [] }] });

// Identifiers come first, options last.
void client.tags.remove('a@x.io', 'vip', { timeout: 1 });
void client.campaigns.subscribe('1', { email: 'a@x.io' }, { accountId: '8' });
void client.workflowTriggers.update('1', '2', { provider: 'p', trigger_type: 't' });
void client.subscribers.remove('a@x.io', { campaign_id: '1' }, { signal: AbortSignal.timeout(1) });
// @ts-expect-error: a number
void client.subscribers.get(1);
// @ts-expect-error: no identifier
void client.subscribers.get();
// @ts-expect-error: no tag
void client.tags.remove('a@x.io');
// @ts-expect-error: no query here
void client.forms.list({ page: 2 });
// @ts-expect-error: an option where the query stands
void client.subscribers.list({ signal: AbortSignal.timeout(1) });
// @ts-expect-error: not an option
void client.forms.list({ baseUrl });

// Queries.
void client.subscribers.list({ status: 'all', per_page: 1000, tags: 'a,b' });
void client.broadcasts.list({ sort: 'send_at', direction: 'desc' });
// @ts-expect-error: campaigns do not sort by it
void client.campaigns.list({ sort: 'send_at' });
// @ts-expect-error: comma-separated text
void client.subscribers.list({ tags: ['a', 'b'] });

// Shopper activity takes attributes of the caller's own, and still needs its own.
const oar = { product_id: '1', product_variant_id: '1', name: 'Oar', price: 19.99, season: 'winter' };
void client.shopperActivity.product({ provider: 'shop', action: 'created', ...oar });
// @ts-expect-error: no cart
void client.shopperActivity.cart({ provider: 'shop', email: 'a@x.io', action: 'created' });

// Results.
has<ApiPromise<Subscriber>>()(client.subscribers.get('1'));
has<ApiPromise<undefined>>()(client.subscribers.delete('1'));
has<ApiPromise<string[]>>()(client.tags.list());
export async function results() {
  has<Page<Subscriber>>()(await client.subscribers.list());
  has<Subscriber>()((await client.subscribers.get('1').withResponse()).data);
  has<string>()((await client.shopperActivity.order({} as never)).request_id);
  has<string>()((await client.campaigns.get('1')).linked.forms[0]?.headline ?? '');
  for await (const subscriber of client.subscribers.list()) has<Subscriber>()(subscriber);
  for await (const action of client.eventActions.list()) has<string>()(action);
  // @ts-expect-error: not paged
  for await (const goal of client.goals.list()) void goal;
  const { status } = await client.subscribers.get('1');
  // Known values complete, and others may come.
  if (status === 'active' || status === 'of tomorrow') return status;
  // @ts-expect-error: no such field
  return (await client.accounts.get()).nmae;
}

// Lists and bulk jobs.
export async function many(
  subscribers: AsyncIterable<{ email: string }>,
  events: ReadableStream<EventInput>,
) {
  has<Subscriber[]>()(await client.subscribers.list().toArray({ limit: 5 }));
  for await (const page of client.subscribers.list().pages()) has<Page<Subscriber>>()(page);
  has<BulkSummary<SubscriberInput>>()(await client.subscribers.upsertMany(subscribers));
  has<BulkJob<EventInput, undefined>>()(client.events.recordMany(events, { onUnknown: 'skip' }));
  void client.shopperActivity.orderMany([], {
    onChunk: ({ result }) => has<ActivitiesAccepted | undefined>()(result),
    onRejected: ({ record }) => has<string>()(record.provider),
  });
  // @ts-expect-error: no action
  void client.events.recordMany([{ email: 'a@x.io' }]);
  // @ts-expect-error: strings are not records
  void client.subscribers.upsertMany('ann@example.com');
  // @ts-expect-error: no such option
  void client.subscribers.upsertMany(subscribers, { chunksize: 10 });
}

// OAuth.
const redirectUri = 'https://x.io';
const oauth = createOAuth({ authUrl: baseUrl, clientId: 'a', clientSecret: 'b', redirectUri });
has<string>()(oauth.authorize());
oauth.authorize({ state: 's', code_challenge: 'c', code_challenge_method: 'S256' });
void oauth.token({ code: 'c' }).then((token) => createClient({ accessToken: token.access_token }));
// @ts-expect-error: no code
void oauth.token({});
// @ts-expect-error: no secret
createOAuth({ authUrl: baseUrl, clientId: 'a', redirectUri });
