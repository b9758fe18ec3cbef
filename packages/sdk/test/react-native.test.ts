import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { startService } from './runtimes/proxy.ts';
import { type Report, steps } from './runtimes/scenario.ts';

/*
 * The scenario of all engines without what React Native lacks. `response.body` and streams are missing there, signals
 * have no reason, and `Promise`, strings and arrays are those of Hermes. `ReadableStream`, `DOMException` and `toWellFormed`
 * stay, since the `fetch` of Node.js uses them.
 */

const program = `
const missing = [
  [globalThis, ['TextDecoder', 'structuredClone', 'crypto']],
  [Promise, ['withResolvers', 'try']],
  [AbortSignal, ['any', 'timeout', 'abort']],
  [AbortSignal.prototype, ['throwIfAborted', 'reason']],
  [String.prototype, ['isWellFormed']],
  [Array, ['fromAsync']],
  [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with', 'findLast']],
  [Object, ['groupBy']],
  [URL, ['parse', 'canParse']],
  [Set.prototype, ['union', 'intersection', 'difference']],
  [Object.getPrototypeOf(performance), ['timeOrigin']],
  [Response.prototype, ['body']],
];
for (const [owner, names] of missing) for (const name of names) delete owner[name];
const { createClient } = await import('@trickle/sdk');
const [scenario, left, service, proxy] = process.argv.slice(1);
const { run, steps } = await import(scenario);

/** The scenario aborts with a reason, which React Native loses. */
steps['stops at once when it is aborted'] = async ({ proxy }) => {
  const client = createClient({ baseUrl: proxy + '/stalled', accountId: '9999999', apiKey: 'k' });
  for (const method of ['get', 'list']) {
    const controller = new AbortController();
    const call = client[method === 'get' ? 'accounts' : 'tags'][method]({ signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    const error = await call.catch((reason) => reason);
    if (error?.name !== 'AbortError') throw error;
  }
};
steps['takes 2,500 subscribers and events in bulk, out of a generator and a stream'] = async ({ service }) => {
  const client = createClient({ baseUrl: service, accountId: '9999999', apiKey: 'trickle_demo_token' });
  const records = Array.from({ length: 1200 }, (_, i) => ({ email: 'native' + i + '@example.com' }));
  const { accepted } = await client.subscribers.upsertMany(records);
  if (accepted !== 1200) throw new Error(accepted + ' accepted');
  const job = client.subscribers.upsertMany(records);
  job.abort();
  const error = await job.catch((reason) => reason);
  if (error?.name !== 'AbortError') throw error;
};
for (const name of JSON.parse(left)) delete steps[name];
// A runtime may leave a request open that was aborted while it connected.
process.stdout.write(JSON.stringify(await run('Hermes', { service, proxy })), () => process.exit());
`;

/** Steps of servers, which need streams and Web Crypto. */
const ofServers = [
  'receives webhooks',
  'answers when asked for content of emails',
  'receives over a socket',
  'connects an account by OAuth',
];
const ofClients = Object.keys(steps).filter((step) => !ofServers.includes(step));

let report: Report;

beforeAll(async () => {
  await using service = await startService();
  const { service: url, proxy } = service.addresses;
  const scenario = new URL('./runtimes/scenario.ts', import.meta.url).href;
  const run = ['--conditions=trickle-source', '--no-warnings', '--input-type=module', '-e', program];
  const given = [...run, scenario, JSON.stringify(ofServers), url, proxy];
  const { stdout } = await promisify(execFile)(process.execPath, given, { cwd: import.meta.dirname });
  report = JSON.parse(stdout);
});

test('all steps of clients ran', () => {
  expect(report.outcomes.map(({ step }) => step)).toEqual(ofClients);
});

test.each(ofClients)('without what React Native lacks: %s', (step) => {
  expect(report.outcomes.find((outcome) => outcome.step === step)).toEqual({ step });
});
