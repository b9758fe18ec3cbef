import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { runsOf } from '../../../scripts/setup/thorough.ts';
import { BulkError, type ChunkOutcome } from '../src/index.ts';
import { clientOf } from './answered-client.ts';
import { memory, purchases, subscribers } from './bulk-receiving.ts';
import { serving } from './serving.ts';

/** No attempt lasts so long: it times out when the service has stalled, whatever the machine does meanwhile. */
const TIMEOUT = 600_000;
const timers = new Map<NodeJS.Timeout, () => void>();

/** Lets the attempts under way time out. */
function expire(): void {
  for (const [timer, run] of timers) {
    clearTimeout(timer);
    run();
  }
  timers.clear();
}

/** The fate of a batch: taken by the service or not, and the answer. */
const faults = {
  answered: { isTaken: true, answer: (response) => response.writeHead(204).end() },
  reset: { isTaken: false, answer: ({ socket }) => socket?.resetAndDestroy() },
  'taken, then reset': { isTaken: true, answer: ({ socket }) => socket?.resetAndDestroy() },
  stalled: { isTaken: false, answer: expire },
  'taken, then stalled': { isTaken: true, answer: expire },
  'taken, answer cut off': {
    isTaken: true,
    answer: (response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"a":');
      response.socket?.end();
    },
  },
  failed: { isTaken: false, answer: (response) => response.writeHead(500).end('{}') },
  'taken, then failed': { isTaken: true, answer: (response) => response.writeHead(502).end('<html>') },
  'sent away': {
    isTaken: false,
    answer: (response) => response.writeHead(429).end('{"message":"Too many concurrent requests"}'),
  },
  rejected: { isTaken: false, answer: (response) => response.writeHead(422).end('{"errors":[]}') },
} satisfies Record<
  string,
  { isTaken: boolean; answer: (response: ServerResponse<IncomingMessage>) => unknown }
>;

type Fault = keyof typeof faults;

/** A service that meets its requests with these faults in turn, then answers; and how often it took each record. */
async function meeting(plan: readonly Fault[]) {
  const taken = new Map<string, number>();
  let requests = 0;
  const baseUrl = await serving(async (request, response) => {
    const { isTaken, answer } = faults[plan[requests++] ?? 'answered'];
    const body = JSON.parse(await text(request)) as { batches: [Record<string, { email: string }[]>] };
    const records = Object.values(body.batches[0]).flat();
    if (isTaken) for (const { email } of records) taken.set(email, (taken.get(email) ?? 0) + 1);
    answer(response);
  });
  return { client: clientOf({ baseUrl, limits: false, timeout: TIMEOUT }), taken };
}

const RECORDS = 60;

interface SentChunk {
  readonly outcome: ChunkOutcome;
  readonly records: readonly { readonly email?: string | null | undefined }[];
}

/** Notes the chunks of a job, and holds what it says of them against what the service took. */
function noting() {
  const chunks: SentChunk[] = [];
  const onChunk = (chunk: SentChunk) => void chunks.push(chunk);
  /** The number of times that the records of chunks with this outcome were taken, each number once. */
  const times = (taken: ReadonlyMap<string, number>, outcome: ChunkOutcome) => {
    const records = chunks.filter((chunk) => chunk.outcome === outcome).flatMap(({ records }) => records);
    return [...new Set(records.map(({ email }) => taken.get(email ?? '') ?? 0))].toSorted();
  };
  return { onChunk, times };
}

const plans = fc.array(fc.constantFrom(...(Object.keys(faults) as Fault[])), { maxLength: 12 });
const shape = { chunkSize: 6, concurrency: 2, stopAfter: Infinity };

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0); // no wait between attempts
  const { setTimeout: set } = globalThis;
  vi.stubGlobal('setTimeout', (run: () => void, delay?: number, ...given: []) => {
    const timer = set(run, delay, ...given);
    if (delay === TIMEOUT) timers.set(timer, run);
    return timer;
  });
});

/** A property that holds with any failures of a service, and any number of deaths of its client. */
const holds = (check: (service: Awaited<ReturnType<typeof meeting>>, deaths: number) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(plans, fc.nat(3), async (plan, deaths) => check(await meeting(plan), deaths)),
    { numRuns: runsOf(12) },
  );

test('records that must not be sent twice are accepted once or reported, whatever happens', () =>
  holds(async ({ client, taken }) => {
    const { onChunk, times } = noting();
    const options = { ...shape, onUnknown: 'skip', onChunk } as const;
    const summary = await client.events.recordMany(purchases(RECORDS), options);
    expect(summary.accepted + summary.failed + summary.unknown).toBe(RECORDS);
    expect(times(taken, 'accepted').filter((count) => count !== 1)).toEqual([]);
    expect(times(taken, 'failed').filter((count) => count !== 0)).toEqual([]);
    expect(times(taken, 'unknown').filter((count) => count > 1)).toEqual([]);
  }));

test('records that may be sent twice are accepted or reported', () =>
  holds(async ({ client, taken }) => {
    const { onChunk, times } = noting();
    const summary = await client.subscribers.upsertMany(subscribers(RECORDS), { ...shape, onChunk });
    expect(summary.accepted + summary.failed + summary.unknown).toBe(RECORDS);
    expect(times(taken, 'accepted')).not.toContain(0);
  }));

/** Runs a job until it comes to its end, going on from its checkpoint, through faults and sudden deaths. */
async function persistently(run: (signal: AbortSignal) => PromiseLike<{ position: number }>, deaths: number) {
  for (let attempt = 0; attempt < 40; attempt++) {
    const death = new AbortController();
    // Dies at once, or after some chunks: whenever the loop gets there.
    if (attempt < deaths) setImmediate(() => setImmediate(() => death.abort('died')));
    const end = await Promise.resolve(run(death.signal)).catch((reason: unknown) => reason);
    if (end === 'died' || end instanceof BulkError) continue;
    if ((end as { position: number }).position === RECORDS) return;
  }
  expect.unreachable('The job did not come to its end.');
}

test('a job resumed from its checkpoint counts nothing twice', () =>
  holds(async ({ client, taken }, deaths) => {
    const options = { ...shape, checkpoint: memory(), onUnknown: 'skip' } as const;
    const run = (signal: AbortSignal) => client.events.recordMany(purchases(RECORDS), { ...options, signal });
    await persistently(run, deaths);
    expect([...taken.values()].filter((count) => count > 1)).toEqual([]);
  }));

test('a job resumed from its checkpoint omits no subscriber', () =>
  holds(async ({ client, taken }, deaths) => {
    const options = { ...shape, checkpoint: memory() };
    const run = (signal: AbortSignal) =>
      client.subscribers.upsertMany(subscribers(RECORDS), { ...options, signal });
    await persistently(run, deaths);
    expect(taken.size).toBe(RECORDS);
  }));

test('a burst of failures loses nothing', async () => {
  const burst: Fault[] = ['failed', 'sent away', 'reset', 'answered', 'stalled', 'failed', 'answered'];
  const service = await meeting([...burst, ...burst]);
  const options = { chunkSize: 6, retries: 4 };
  const summary = await service.client.subscribers.upsertMany(subscribers(RECORDS), options);
  expect(summary).toMatchObject({ accepted: RECORDS, failures: [] });
  expect(service.taken.size).toBe(RECORDS);
});
