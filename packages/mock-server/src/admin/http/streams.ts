import { field as f, type Infer, type Schema, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { WEBHOOK_HEADERS } from '../../jobs/network/post-webhook.ts';
import { Notifier } from '../../shared/platform/notifier.ts';
import { after } from '../../shared/platform/timers.ts';
import { SCHEMA, TOPICS, type Topic } from '../../store/engine/schema.ts';
import { ALL_TABLES } from '../../store/engine/transaction-end.ts';
import type { NumberedEvent } from '../../store/tables/domain-events.ts';
import type { WebhookPayloadRow } from '../../store/tables/webhook-payloads.ts';
import { type ListeningStart, listenToWebhooks } from '../listen.ts';
import type { Runtime } from '../runtime.ts';
import type { Scope } from '../scope.ts';
import { watchEvents } from '../watch.ts';
import { eventStream, type Message } from './event-stream.ts';
import { checked, readQuery } from './read-admin-input.ts';

export const StreamQuery = schema(() =>
  z.strictObject({
    /** Only events of this account. Default: all accounts. */
    account_id: f.optional(f.name()),
    /** Starts after the event with this sequence number, as the header `Last-Event-ID` does. Default: from now on. */
    after: f.optional(f.integerFrom(0)),
  }),
);

export const ChangesQuery = schema(() =>
  z.strictObject({
    /** Only changes of this account. Default: all accounts. */
    account_id: f.optional(f.name()),
  }),
);

export const WebhookStreamQuery = schema(() =>
  z.strictObject({
    /** The account id. Default: the first account. */
    account_id: f.optional(f.name()),
    /** Starts after the webhook with this `id`, as the header `Last-Event-ID` does. Default: from now on. */
    after: f.optional(f.integerFrom(0)),
  }),
);

/** The streams of server-sent events, by path. */
export const STREAMS: ReadonlyMap<string, (scope: Scope, request: Request) => Promise<Response>> = new Map([
  ['/_admin/events/stream', streamEvents],
  ['/_admin/changes/stream', streamChanges],
  ['/_admin/webhooks/stream', streamWebhooks],
]);

/** Reads the query of a stream that can resume. The header `Last-Event-ID` overrides `after`. */
function readStreamQuery<S extends Schema>(schema: S, request: Request): Infer<S> {
  const query = readQuery(new URL(request.url));
  const last = request.headers.get('last-event-id');
  const texts = last === null ? query : { ...query, after: last };
  return checked(schema, texts, texts);
}

async function streamEvents({ runtime }: Scope, request: Request): Promise<Response> {
  const { account_id: accountId, after } = readStreamQuery(StreamQuery, request);
  if (accountId !== undefined) await runtime.accounts.assertExists(accountId);
  return eventStream((signal) => watchEvents(runtime, { accountId, after, signal }), eventMessage);
}

const eventMessage = ({ seq, email, ...numbered }: NumberedEvent): Message => ({
  id: seq,
  event: numbered.event,
  data: {
    account_id: numbered.accountId,
    subscriber_id: numbered.subscriberId,
    subscriber: { id: numbered.subscriberId, email },
    event: numbered.event,
    properties: numbered.properties,
    occurred_at: numbered.occurredAt,
  },
});

/** Streams the webhook requests of an account, for a program that posts them elsewhere. */
async function streamWebhooks({ runtime, firstId }: Scope, request: Request): Promise<Response> {
  const { account_id: accountId = firstId, after } = readStreamQuery(WebhookStreamQuery, request);
  await runtime.accounts.assertExists(accountId);
  return eventStream(
    (signal) => listenToWebhooks(runtime, { accountId, after, signal }),
    (item) => webhookMessage(accountId, item),
  );
}

function webhookMessage(accountId: string, item: ListeningStart | WebhookPayloadRow): Message {
  if ('isIncomplete' in item) {
    const { after, isIncomplete } = item;
    const data = { account_id: accountId, after, is_incomplete: isIncomplete };
    return { id: after, event: 'listening', data };
  }
  const { seq, event, subscriberId, body } = item;
  const data = { account_id: accountId, subscriber_id: subscriberId, headers: WEBHOOK_HEADERS, body };
  return { id: seq, event, data };
}

/** Streams the topics of changes, several changes in one message, and none while the reader is behind. */
async function streamChanges({ runtime }: Scope, request: Request): Promise<Response> {
  const query = readQuery(new URL(request.url));
  const { account_id: accountId } = checked(ChangesQuery, query, query);
  if (accountId !== undefined) await runtime.accounts.assertExists(accountId);
  return eventStream(
    (signal) => topicsOf(runtime, accountId, signal),
    (topics) => ({ event: 'change', data: { topics } }),
    1,
  );
}

/** The minimum interval between messages, in real milliseconds. */
const PACE = 250;

/** The topics of changes from now on, until the signal aborts and when the server closes. */
function topicsOf(
  runtime: Runtime,
  accountId: string | undefined,
  given: AbortSignal,
): AsyncGenerator<readonly Topic[], void> {
  const signal = AbortSignal.any([given, runtime.closing.signal]);
  const news = new Notifier();
  const changed = new Set<Topic>();
  const unwatch = watchChanges(runtime, accountId, (topics) => {
    for (const topic of topics) changed.add(topic);
    news.fire();
  });
  const end = () => {
    unwatch();
    news.fire();
  };
  signal.addEventListener('abort', end, { once: true });
  return paced(changed, news, signal);
}

async function* paced(
  changed: Set<Topic>,
  news: Notifier,
  signal: AbortSignal,
): AsyncGenerator<readonly Topic[], void> {
  let isPaused = false;
  const resume = () => {
    isPaused = false;
    news.fire();
  };
  while (!signal.aborted) {
    if (isPaused || changed.size === 0) await news.next();
    else {
      const topics = TOPICS.filter((topic) => changed.has(topic));
      changed.clear();
      isPaused = true;
      after(PACE, resume);
      yield topics;
    }
  }
}

/** Calls `listener` with the topics of each change in an account and in what accounts share; without an account, in any. Returns a function that ends the calls. */
function watchChanges(
  { store, requestLog, faultRules, checkpoints }: Runtime,
  accountId: string | undefined,
  listener: (topics: readonly Topic[]) => void,
): () => void {
  const report = (topic: Topic) => (of: string | undefined) => {
    if (accountId === undefined || of === undefined || of === accountId) listener([topic]);
  };
  const endings = [
    store.watch(accountId, (tables) => listener(topicsIn(tables))),
    requestLog.changes.subscribe(report('requests')),
    faultRules.changes.subscribe(report('faults')),
    checkpoints.changes.subscribe(report('checkpoints')),
  ];
  return () => {
    for (const end of endings) end();
  };
}

function topicsIn(tables: ReadonlySet<string>): readonly Topic[] {
  if (tables.has(ALL_TABLES)) return TOPICS;
  return [...tables].flatMap((table) => {
    const { topic = 'records' } = SCHEMA.get(table) ?? {};
    return topic ?? [];
  });
}
