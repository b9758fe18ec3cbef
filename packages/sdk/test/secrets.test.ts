import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type Client, type ClientOptions, createClient, InputError, type Telemetry } from '../src/index.ts';
import { openTelemetry } from '../src/telemetry/index.ts';
import { clientOf, failureOf, never } from './answered-client.ts';

/** Everything that a log, a crash report or a debugger would show of a value. */
function shown(value: unknown): string {
  const all = { maxStringLength: null, maxArrayLength: null };
  const deep = { depth: 12, showHidden: true, getters: true, ...all };
  const seen = [inspect(value, deep), inspect(value), String(value), JSON.stringify(value) ?? ''];
  for (let at = value; at instanceof Error; at = at.cause)
    seen.push(at.message, at.stack ?? '', inspect(at, deep));
  return seen.join('\n');
}

const answers: readonly ((request: Request) => Response | Promise<Response>)[] = [
  () => Response.json({ tags: ['a'] }),
  () => Response.json({ tags: [1], more: true }),
  () => Response.json({ errors: [{ code: 'not_found_error', message: 'no' }] }, { status: 404 }),
  () => new Response('Access denied', { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } }),
  () => Response.json({ message: 'x', documentation: 'y' }, { status: 429 }),
  () => new Response('', { status: 503 }),
  () => new Response('', { status: 302, headers: { location: 'https://elsewhere.test' } }),
  () => new Response('<html>'),
  () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNRESET') })),
  () => {
    throw new RangeError('a mistake in the given fetch');
  },
];

/** Calls that succeed or fail in every way that needs no waiting. */
const calls: readonly ((client: Client) => Promise<unknown>)[] = [
  (client) => client.tags.list(),
  (client) => client.tags.list().withResponse(),
  (client) => client.tags.list({ responses: 'warn' }),
  (client) => client.tags.list({ responses: 'strict' }),
  (client) => client.tags.list({ maxWait: 0 }),
  (client) => client.subscribers.upsertMany([{ email: 'a@x.io' }, { email: 'no' }], { maxWait: 0 }),
  (client) => client.events.recordMany([{ email: 'a@x.io', action: 'a' }], { maxWait: 0 }),
  (client) => client.subscribers.upsert({ email: 'no' }),
  (client) => client.subscribers.get(''),
  (client) => client.events.record({ email: 'a@x.io', action: 'a' }),
  (client) => client.tags.list({ signal: AbortSignal.abort() }),
];

const secrets = fc.stringMatching(/^[\x21-\x39\x3b-\x7e]{12,40}$/);

/** The secret itself and the forms in which it travels. */
const formsOf = (secret: string) => [secret, btoa(`${secret}:`), btoa(secret).slice(0, -3)];

/** Spans and measurements that end up in a list. */
function recordingInto(told: unknown[]): Telemetry {
  const tell = (...given: unknown[]) => void told.push(given);
  const span = { setAttribute: tell, setStatus: tell, addEvent: tell, end: () => {} };
  return openTelemetry({
    tracer: {
      startSpan: (...given) => {
        told.push(given);
        return span;
      },
    },
    meter: { createHistogram: () => ({ record: tell }), createCounter: () => ({ add: tell }) },
  });
}

test('nothing that the SDK returns, throws or reports contains the credentials', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const noise = [vi.spyOn(console, 'log'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
  await fc.assert(
    fc.asyncProperty(secrets, fc.constantFrom('apiKey', 'accessToken'), async (secret, name) => {
      for (const fetch of answers) {
        const told: unknown[] = [];
        const tell = (attempt: unknown) => void told.push(attempt);
        const options = {
          ...{ apiKey: undefined, [name]: secret, headers: { 'x-gateway': secret } },
          ...{ fetch, onRequest: tell, onResponse: tell, onRetry: tell, onWait: tell, onWarning: tell },
          telemetry: recordingInto(told),
        };
        const client = clientOf(options as unknown as ClientOptions);
        const outcomes = await Promise.allSettled(calls.map((call) => call(client)));
        expect(told.length).toBeGreaterThan(0);
        const results = outcomes.map((outcome) => shown(Object.values(outcome)[1]));
        const text = [client, ...told, client.tags, client.tags.list, ...results].map(shown).join('\n');
        for (const form of formsOf(secret)) expect(text.includes(form)).toBe(false);
      }
    }),
    { numRuns: 6 },
  );
  for (const spy of noise) expect(spy).not.toHaveBeenCalled();
});

test('a call in progress does not show the credentials', async () => {
  const stop = new AbortController();
  const { signal } = stop;
  const client = clientOf({ apiKey: 'hush-hush', fetch: never });
  const calls = [client.tags.list({ signal }), client.subscribers.list(undefined, { signal })];
  const text = calls.map(shown).join('\n');
  expect(text).toContain('Call');
  for (const form of formsOf('hush-hush')) expect(text).not.toContain(form);
  // They would go on for longer than this file, and set timers in the tests of another.
  stop.abort();
  await Promise.allSettled(calls);
});

test('the error for an invalid option leaves out its value', async () => {
  for (const given of [
    { apiKey: 'hush-hush hush' },
    { accessToken: 'hush-hush\n' },
    { apiKey: 'hush-hush', accessToken: 'hush-hush' },
    { apiKey: 'hush-hush', baseUrl: 'https://hush-hush@api.test' },
    { apiKey: 'hush-hush', headers: { 'x-key': 'hush-hush\nhush-hush' } },
    { apiKey: 'hush-hush', unknown: 'hush-hush' },
  ]) {
    const create = async () => createClient({ baseUrl: 'https://api.test', ...given } as ClientOptions);
    expect(shown(await failureOf(create(), InputError))).not.toContain('hush-hush');
  }
});
