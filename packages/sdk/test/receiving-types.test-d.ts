/*
 * Programs that compile with the entries for the receiving side, and programs that must not. The compiler checks this file with
 * all others; nothing runs it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ContentError, createContentHandler } from '@trickle/sdk/content';
import { createOAuth, type OAuthSession, type Token } from '@trickle/sdk/oauth';
import {
  createMemoryStore,
  createWebhookHandler,
  parseWebhook,
  toNodeHandler,
  type UnknownNotification,
  type WebhookEvent,
  type WebhookNotification,
} from '@trickle/sdk/webhooks';
import * as z from 'zod/mini';

/** Compiles when the value has exactly this type. */
function has<Expected>() {
  return <Given>(_: Given, ..._same: Same<Given, Expected> extends true ? [] : [never]) => {};
}
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

const secret = 'x';
const { resolve } = Promise;

// A notification narrows by its event, although new ones may come.
const notification = parseWebhook('{}');
if (notification.event === 'subscriber.applied_tag') has<string>()(notification.data.properties.tag);
if (notification.event === 'subscriber.updated_lifetime_value') {
  has<number | null>()(notification.data.properties.previous_value);
  // @ts-expect-error: not of this event
  void notification.data.properties.tag;
}
if (notification.event === 'subscriber.performed_custom_event') {
  has<string>()(notification.data.properties.action);
  has<unknown>()(notification.data.properties.price);
}
switch (notification.event) {
  case 'subscriber.created':
    has<string>()(notification.data.subscriber.email);
    break;
  // @ts-expect-error: no event has this name
  case 'subscriber.create':
    break;
  default:
    has<string>()(notification.occurred_at);
}
/** All 29 and the unknown one. */
export function isKnown(given: WebhookNotification | UnknownNotification): given is WebhookNotification {
  const names: readonly string[] = ['subscriber.created'] satisfies WebhookEvent[];
  return names.includes(given.event);
}
// @ts-expect-error: a body is a string, bytes or an object
parseWebhook(undefined);

// Listeners are given what their event has.
createWebhookHandler({
  secret: [secret],
  on: {
    'subscriber.clicked_email': ({ data }, { key, request }) => {
      has<string>()(data.properties.url);
      has<string>()(key);
      has<Request>()(request);
    },
    'subscriber.visited_page': async ({ data }) => resolve(data.properties.url),
    'subscriber.became_lead': undefined,
    '*': (given) => {
      // @ts-expect-error: an unknown event may have none
      void given.data.properties.tag;
      if (given.event === 'subscriber.removed_tag') has<string>()(given.data.properties.tag);
    },
  },
  dedupe: createMemoryStore({ limit: 5 }),
  onError: (error, { notification: failed }) => [has<unknown>()(error), failed?.event],
});
createWebhookHandler({ secret, on: {}, dedupe: false });
createWebhookHandler({
  secret,
  on: {},
  dedupe: { claim: async (key) => (key ? true : 'busy'), release: async () => 5 },
});
// @ts-expect-error: no secret
createWebhookHandler({ on: {} });
// @ts-expect-error: misspelt
createWebhookHandler({ secret, on: { 'subscriber.create': () => {} } });
createWebhookHandler({
  secret,
  // @ts-expect-error: not of this event
  on: { 'subscriber.removed_tag': ({ data }) => data.properties.source },
});
// @ts-expect-error: a store releases
createWebhookHandler({ secret, on: {}, dedupe: { claim: () => true } });

// Node's own types fit, and those of Fetch-style servers.
declare const incoming: IncomingMessage;
declare const outgoing: ServerResponse<IncomingMessage>;
const handler = createWebhookHandler({ secret, on: {} });
has<Promise<void>>()(toNodeHandler(handler)(incoming, outgoing));
has<Promise<Response>>()(handler(new Request('https://x.io')));

// Fields are what their schemas make of them.
createContentHandler(
  { subscriber: z.object({ size: z.pipe(z.string(), z.transform(Number)) }) },
  ({ subscriber, event, preview }) => {
    has<{ size: number }>()(subscriber);
    has<Readonly<Record<string, string | null>> | undefined>()(event);
    has<boolean>()(preview);
    if (preview) throw ContentError.permanent('x', { status: 404 });
    return [subscriber.size];
  },
  { deadline: 1000, secret },
);
// @ts-expect-error: no such entity
createContentHandler({ visitor: z.object({}) }, () => ({}));
// @ts-expect-error: a string is not content
createContentHandler({}, () => 'text');
// @ts-expect-error: nor is one that comes later
createContentHandler({}, async () => 'text');
// @ts-expect-error: nor is nothing
createContentHandler({}, async () => {});
interface Shoes {
  shoes: string[];
}
createContentHandler({}, async (): Promise<Shoes> => ({ shoes: [] }));
createContentHandler({}, (): Shoes | readonly Shoes[] => []);
createContentHandler({}, async () => [{ name: 'x' }] as const);
// @ts-expect-error: no such field
createContentHandler({ subscriber: z.object({ a: z.string() }) }, ({ subscriber }) => [subscriber.b]);
// @ts-expect-error: its constructor is not for all
new ContentError('x', 500);

// OAuth in two steps.
const oauth = createOAuth({ authUrl: 'x', clientId: 'a', clientSecret: 'b', redirectUri: 'https://x.io' });
export async function connect() {
  const { url, ...session } = await oauth.start();
  has<string>()(url);
  const kept: OAuthSession = session;
  has<Promise<Token>>()(oauth.callback(incoming.url ?? '', kept, { signal: AbortSignal.timeout(1) }));
  void oauth.callback(new Request(url), { state: 's' });
  // @ts-expect-error: nothing to compare with
  void oauth.callback(url);
  // @ts-expect-error: no state
  void oauth.callback(url, { codeVerifier: 'v' });
}
