import { expect, test, vi } from 'vitest';
import type { Fetch, Telemetry } from '../src/index.ts';
import { answered, failed, type Options, ok } from './answered-client.ts';
import { HandClock } from './limits/hand-clock.ts';

/** A client with these answers, and the lines that it logs. */
function logging(answers: readonly Fetch[] = [ok], options: Options = {}) {
  const lines: string[] = [];
  const logger = { debug: (line: string) => void lines.push(line) };
  const secrets = { apiKey: 'hush-hush', headers: { 'x-key': 'hush-hush' } };
  return { ...answered(answers, { ...secrets, logger, ...options }), lines };
}

const upsert = 'subscribers.upsert: POST /v2/{account_id}/subscribers';

test('each call is a line with its status, its time, its retries and its waits', async () => {
  const clock = new HandClock();
  const slow = () => {
    clock.advance(40);
    return Response.json({ subscribers: [{}] });
  };
  const { client, lines } = logging([slow, failed, slow], { clock });
  await client.subscribers.upsert({ email: 'ann@example.com' });
  await client.subscribers.upsert({ email: 'ann@example.com' });
  expect(lines).toEqual([`${upsert} 200, 40 ms`, `${upsert} 503, 200, 40 ms, 1 retry`]);
});

test('a wait for the rate limit is logged', async () => {
  const clock = new HandClock();
  const { client, lines } = logging([ok], { clock, limits: { individual: 1, mode: 'wait' } });
  await client.tags.list();
  const second = client.tags.list();
  await expect.poll(() => clock.sleepers).toBe(1);
  clock.advance(3_603_600);
  await second;
  expect(lines[1]).toMatch(
    /^tags\.list: GET \/v2\/\{account_id\}\/tags 200, 36036\d\d ms, waited 36036\d\d ms \(individual\)$/,
  );
});

test('a failed call is logged with its error', async () => {
  const reset = () => Promise.reject(new TypeError('fetch failed'));
  const { client, lines } = logging([reset, () => new Response('', { status: 404 })], { retries: 0 });
  await client.tags.list().catch(() => {});
  await client.tags.list().catch(() => {});
  await client.tags.list({ signal: AbortSignal.abort() }).catch(() => {});
  expect(lines.map((line) => line.replace(/\d+ ms/, 'n ms'))).toEqual([
    'tags.list: GET /v2/{account_id}/tags ConnectionError, n ms',
    'tags.list: GET /v2/{account_id}/tags 404, n ms',
    'tags.list: GET /v2/{account_id}/tags AbortError, n ms',
  ]);
});

test('no line shows a credential, an address or an id', async () => {
  const { client, lines } = logging();
  await client.subscribers.get('ann@example.com').catch(() => {});
  await client.tags.remove('ann@example.com', 'secret tag').catch(() => {});
  await client.subscribers.list({ tags: 'secret tag' }).catch(() => {});
  expect(lines).toHaveLength(3);
  expect(lines.join('\n')).not.toMatch(/hush|aHVzaC1odXNo|ann@|secret/);
});

test('debug: true writes to the console, also beside telemetry', async () => {
  const debug = vi.spyOn(console, 'debug').mockImplementation(() => {});
  const told: string[] = [];
  const telemetry: Telemetry = {
    start: ({ name }) => ({
      waited: () => void told.push('waited'),
      attempted: () => void told.push(`attempted ${name}`),
      end: () => void told.push('end'),
    }),
  };
  const { client } = logging([ok], { debug: true, logger: undefined, telemetry });
  await client.tags.list();
  expect(debug).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^tags\.list: .* 200, \d+ ms$/));
  expect(told).toEqual(['attempted tags.list', 'end']);
  await logging([ok], { debug: false, logger: undefined }).client.tags.list();
  expect(debug).toHaveBeenCalledOnce();
});
