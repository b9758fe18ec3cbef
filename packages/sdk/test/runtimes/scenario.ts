/*
 * The required behaviour of every engine with the packed package, against a reference server over a socket. Runs in engines
 * that have nothing in common but web standards: nothing else may be used here.
 */
import {
  AuthenticationError,
  ConnectionError,
  createClient,
  type EventInput,
  InputError,
  LimitReachedError,
  NotFoundError,
  type SubscriberInput,
  TimeoutError,
} from '@trickle/sdk';
import { ContentError, createContentHandler } from '@trickle/sdk/content';
import { contract } from '@trickle/sdk/contract';
import { createOAuth, OAuthCallbackError, OAuthError } from '@trickle/sdk/oauth';
import { redisLimits } from '@trickle/sdk/redis';
import { openTelemetry } from '@trickle/sdk/telemetry';
import { createWebhookHandler } from '@trickle/sdk/webhooks';

/** The addresses that the program is given. */
export interface Addresses {
  /** The reference server. */
  readonly service: string;
  /** The same behind a proxy that spoils what its path says, and with `/settle`, `/count`, `/consent` and `/send` beside. */
  readonly proxy: string;
}

/** The result of a step; without an error it went well. */
export interface Outcome {
  readonly step: string;
  readonly error?: string;
}

/** The engine by its own word, and the outcomes of all steps in their order. */
export interface Report {
  readonly engine: string;
  readonly outcomes: readonly Outcome[];
}

/** Answers requests over a socket, where the engine can. */
export type Serve = (
  handler: (request: Request) => Promise<Response>,
) => Promise<{ readonly url: string; close(): unknown }>;

type Step = (addresses: Addresses, serve: Serve | undefined) => Promise<void>;

const account = { accountId: '9999999', apiKey: 'trickle_demo_token' };
const secret = 'at-least-16-characters';
const notification = {
  event: 'subscriber.applied_tag',
  data: { account_id: '1', subscriber: { id: '1', email: 'a@example.com' }, properties: { tag: 'vip' } },
  occurred_at: '2026-01-31T09:00:00Z',
};

export const steps: Readonly<Record<string, Step>> = {
  async 'loads every entry'() {
    same([typeof redisLimits, typeof openTelemetry], ['function', 'function']);
    same(Object.values(contract).flatMap((endpoints) => Object.keys(endpoints)).length, 58);
  },

  async 'creates a subscriber and reads them back'({ service }) {
    const client = createClient({ baseUrl: service, ...account });
    const email = 'a+b/c@example.com';
    const made = await client.subscribers.upsert({ email, tags: ['vip'], time_zone: 'Europe/Lisbon' });
    const { data, response } = await client.subscribers.get(email).withResponse();
    same([data.id, data.email, data.tags, data.time_zone], [made.id, email, ['vip'], 'Europe/Lisbon']);
    same(response.headers.get('x-ratelimit-limit'), '3600');
    await client.tags.remove(email, 'vip');
    same((await client.subscribers.get(email)).tags, []);
  },

  async 'sends a batch and lists it page by page'({ service, proxy }) {
    const client = createClient({ baseUrl: service, ...account });
    const subscribers = Array.from({ length: 250 }, (_, i) => ({
      email: `page${i}@example.com`,
      tags: ['paged'],
    }));
    await client.subscribers.upsertBatch(subscribers);
    await settle(proxy);
    const seen = new Set<string>();
    for await (const subscriber of client.subscribers.list({ tags: 'paged' })) seen.add(subscriber.email);
    same(seen.size, 250);
    const pages: number[] = [];
    for await (const { items } of client.subscribers.list({ tags: 'paged' }).pages())
      pages.push(items.length);
    same(pages, [100, 100, 50]);
    same((await client.subscribers.list({ tags: 'paged' }).toArray({ limit: 120 })).length, 120);
  },

  async 'throws typed errors that hold no credentials'({ service, proxy }) {
    const client = createClient({ baseUrl: service, ...account });
    const wrong = { email: 'not an address' } satisfies SubscriberInput;
    const faulty = await thrown(InputError, client.subscribers.upsert(wrong));
    same(faulty.issues[0]?.code, 'email_error');
    const missing = await thrown(NotFoundError, client.subscribers.get('nobody@example.com'));
    same([missing.status, missing.code], [404, 'not_found_error']);
    const stranger = createClient({ baseUrl: service, ...account, apiKey: 'wrong_token' });
    const denied = await thrown(AuthenticationError, stranger.accounts.get());
    const cut = createClient({ baseUrl: `${proxy}/reset`, ...account, retries: 0 });
    const failed = await thrown(ConnectionError, cut.accounts.get());
    const shown = [denied, failed, stranger, cut].map((value) => `${value} ${JSON.stringify(value)}`).join();
    same(/wrong_token|trickle_demo_token|Basic /.test(shown), false);
  },

  async 'tries again after 503 and after a cut connection'({ proxy }) {
    for (const path of ['twice-503', 'once-cut']) {
      const tried: string[] = [];
      const client = createClient({
        baseUrl: `${proxy}/${path}`,
        ...account,
        onRetry: ({ error, delay }) => {
          tried.push(error.name);
          same(delay >= 0, true);
        },
      });
      same((await client.accounts.get()).id, '9999999');
      same(tried, path === 'twice-503' ? ['ServerError', 'ServerError'] : ['ConnectionError']);
    }
  },

  async 'sends nothing twice that must not be done twice'({ proxy }) {
    const client = createClient({ baseUrl: `${proxy}/reset`, ...account });
    const event = { email: 'ann@example.com', action: 'Bought a boat' };
    const { isUnsent } = await thrown(ConnectionError, client.events.record(event));
    same([isUnsent, await (await fetch(`${proxy}/count?POST%20reset`)).text()], [false, '1']);
  },

  async 'gives up when no answer, or no whole answer, comes in time'({ proxy }) {
    for (const path of ['stalled', 'half']) {
      const client = createClient({ baseUrl: `${proxy}/${path}`, ...account, timeout: 200, retries: 0 });
      same((await thrown(TimeoutError, client.accounts.get())).timeout, 200);
      const patient = createClient({ baseUrl: `${proxy}/${path}`, ...account, totalTimeout: 200 });
      await thrown(TimeoutError, patient.accounts.get());
    }
  },

  async 'stops at once when it is aborted'({ proxy }) {
    const client = createClient({ baseUrl: `${proxy}/stalled`, ...account });
    const controller = new AbortController();
    const call = client.accounts.get({ signal: controller.signal });
    const reason = new Error('changed my mind');
    setTimeout(() => controller.abort(reason), 50);
    same(await call.then(String, (error) => error === reason), true);
    same(await client.accounts.get({ signal: AbortSignal.abort(reason) }).catch((e) => e === reason), true);
  },

  async 'keeps within the limits and lets subscribers take turns'({ service }) {
    const client = createClient({ baseUrl: service, ...account });
    const updates = Array.from({ length: 12 }, (_, i) =>
      client.subscribers.upsert({ email: `turn${i % 3}@example.com`, custom_fields: { step: i } }),
    );
    const last = (await Promise.all(updates)).slice(-3);
    same(
      last.map((subscriber) => subscriber.custom_fields.step),
      ['9', '10', '11'],
    );
    // Of records the service says nothing, so that what is given here holds.
    const hasty = createClient({ baseUrl: service, ...account, limits: { records: 2, mode: 'throw' } });
    await hasty.subscribers.upsertBatch([{ email: 'turn0@example.com' }, { email: 'turn1@example.com' }]);
    const third = hasty.subscribers.upsertBatch([{ email: 'turn2@example.com' }]);
    const { budget, retryAt } = await thrown(LimitReachedError, third);
    same([budget, retryAt instanceof Date], ['records', true]);
  },

  async 'takes 2,500 subscribers and events in bulk, out of a generator and a stream'({ service, proxy }) {
    const client = createClient({ baseUrl: service, ...account });
    async function* subscribers() {
      for (let i = 0; i < 2500; i++) yield { email: `bulk${i}@example.com`, tags: ['bulk'] };
      yield { email: 'not an address' };
    }
    const job = client.subscribers.upsertMany(subscribers());
    const progress: number[] = [];
    for await (const { accepted } of job) progress.push(accepted);
    const { accepted, rejected, rejections } = await job;
    same([accepted, rejected, rejections[0]?.index, progress.at(-1)], [2500, 1, 2500, 2500]);
    await settle(proxy);
    same((await client.subscribers.list({ tags: 'bulk' })).meta.total_count, 2500);

    const events = new ReadableStream<EventInput>({
      start(controller) {
        for (let i = 0; i < 1200; i++)
          controller.enqueue({ email: 'bulk1@example.com', action: `Did ${i % 7}` });
        controller.close();
      },
    });
    same((await client.events.recordMany(events)).accepted, 1200);
    await settle(proxy);
    const actions = await client.eventActions.list().toArray();
    same(actions.filter((action) => action.startsWith('Did ')).length, 7);
  },

  async 'receives webhooks'() {
    const seen: string[] = [];
    const handler = createWebhookHandler({
      secret,
      on: { 'subscriber.applied_tag': ({ data }) => void seen.push(data.properties.tag) },
    });
    const post = (path: string, body: string) =>
      handler(new Request(`https://app.example.com/hooks/${path}`, { method: 'POST', body }));
    const answers = [
      await post(secret, JSON.stringify(notification)),
      await post(secret, JSON.stringify(notification)),
      await post('wrong', JSON.stringify(notification)),
    ];
    same(
      answers.map(({ status }) => status),
      [200, 200, 403],
    );
    same(seen, ['vip']);
  },

  async 'answers when asked for content of emails'() {
    const handler = createContentHandler(
      {},
      async ({ subscriber, signal }) => {
        if (subscriber.size === null) throw ContentError.retryLater('Not yet.', { seconds: 5 });
        if (subscriber.size === 'slow')
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return { size: subscriber.size ?? 'none' };
      },
      { deadline: 100, onError: () => {} },
    );
    const ask = (query: string) => handler(new Request(`https://app.example.com/content?${query}`));
    const answer = await ask('subscriber[size]=43');
    same([answer.status, await answer.json()], [200, { size: '43' }]);
    same((await ask('subscriber[size]')).status, 429);
    same((await ask('subscriber[size]=slow')).status, 503);
  },

  async 'receives over a socket'({ proxy }, serve) {
    if (!serve) throw new Error('This engine cannot listen.');
    const seen: string[] = [];
    const webhooks = createWebhookHandler({
      secret,
      on: { 'subscriber.applied_tag': ({ data }) => void seen.push(data.properties.tag) },
      onError: () => {},
    });
    const content = createContentHandler({}, ({ subscriber }) => ({ size: subscriber.size ?? 'none' }));
    const server = await serve((request) =>
      request.method === 'GET' ? content(request) : webhooks(request),
    );
    const send = async (path: string, init?: RequestInit) => {
      const to = new URLSearchParams({ to: `${server.url}${path}` });
      return (await fetch(`${proxy}/send?${to}`, init)).text();
    };
    const post = (path: string, body: string) => send(`/hooks/${path}`, { method: 'POST', body });
    try {
      same((await post(secret, JSON.stringify(notification))).slice(0, 3), '200');
      same((await post(secret, JSON.stringify(notification))).slice(0, 3), '200');
      same((await post('wrong', JSON.stringify(notification))).slice(0, 3), '403');
      same((await post(secret, `"${'x'.repeat(1_100_000)}"`)).slice(0, 3), '413');
      same(seen, ['vip']);
      same(await send('/content?subscriber[size]=43'), '200 {"size":"43"}');
    } finally {
      await server.close();
    }
  },

  async 'connects an account by OAuth'({ service, proxy }) {
    const redirectUri = 'https://app.example.com/callback';
    const oauth = createOAuth({ authUrl: proxy, clientId: 'app1', clientSecret: 'hush-hush', redirectUri });
    const { url, ...session } = await oauth.start();
    const back = await (await fetch(`${proxy}/consent${new URL(url).search}`)).text();
    const other = { ...session, codeVerifier: 'x'.repeat(43) };
    const forged = { ...session, state: 'guessed' };
    same((await thrown(OAuthCallbackError, oauth.callback(back, forged))).error, 'state_mismatch');
    const { access_token } = await oauth.callback(new Request(back), session);
    const client = createClient({ baseUrl: service, accessToken: access_token });
    same((await client.user.get()).email, 'owner@example.com');
    same((await thrown(OAuthError, oauth.callback(back, other))).error, 'invalid_grant');
  },
};

/** Runs all steps in order, and continues after a failed one. */
export async function run(engine: string, addresses: Addresses, serve?: Serve): Promise<Report> {
  const outcomes: Outcome[] = [];
  for (const [step, take] of Object.entries(steps)) {
    try {
      await take(addresses, serve);
      outcomes.push({ step });
    } catch (error) {
      outcomes.push({
        step,
        error: error instanceof Error ? `${error.message}\n${error.stack}` : String(error),
      });
    }
  }
  return { engine, outcomes };
}

/** Has the server do what is due. */
async function settle(proxy: string): Promise<void> {
  const { status } = await fetch(`${proxy}/settle`, { method: 'POST' });
  same(status, 200);
}

function same(given: unknown, wanted: unknown): void {
  const [is, should] = [JSON.stringify(given), JSON.stringify(wanted)];
  if (is !== should) throw new Error(`${is} instead of ${should}`);
}

/** The error that a call is rejected with, which must be of this class. */
async function thrown<Kind extends Error>(
  kind: abstract new (...given: never[]) => Kind,
  call: PromiseLike<unknown>,
): Promise<Kind> {
  let result: unknown;
  try {
    result = await call;
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
  throw new Error(`${JSON.stringify(result)} instead of an error`);
}
