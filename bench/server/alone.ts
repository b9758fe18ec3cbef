// Measures features that only our server has, in a fresh process: `node alone.ts <module>` prints a line of JSON.
import type * as MockServer from '@trickle/mock-server';
import { callerOf, median, type Times, timed } from '../harness.ts';
import { person } from './contestants.ts';

/** Milliseconds of wall clock time, or of CPU time if the name ends in `Cpu`. */
export interface Alone {
  /** From the import to the end of the first response. */
  readonly firstAnswer: number;
  /** A batch of 1000 new subscribers until it is settled, in a fresh process. */
  readonly firstBatch: number;
  readonly firstBatchCpu: number;
  /** Later batches. */
  readonly batch: number;
  readonly batchCpu: number;
  /** A reset with one subscriber. */
  readonly reset: number;
  /** Creating and removing an account. */
  readonly account: number;
  readonly accountRemoval: number;
  /** For a server with 10,000 subscribers, like the next two. */
  readonly snapshot: number;
  readonly restore: number;
  readonly bigReset: number;
}

const BATCHES = 8;
/** With `BATCHES`, the 10,000 subscribers of a snapshot. */
const MORE_BATCHES = 2;
const [, , entry = '', only] = process.argv;

const begin = performance.now();
const { createServer }: typeof MockServer = await import(entry);
const server = await createServer({ limits: { individual: 1e8, batch: 1e8, records: 1e8 } });
const { baseUrl, accountId, apiKey } = server.connection;
const headers = { authorization: `Basic ${btoa(`${apiKey}:`)}`, 'content-type': 'application/json' };
await server.fetch(new Request(`${baseUrl}/v2/user`, { headers }));
const firstAnswer = performance.now() - begin;

const batches: Times[] = [];
for (let number = 0; number < BATCHES + MORE_BATCHES; number++) {
  const subscribers = Array.from({ length: 1000 }, (_, i) => person(number * 1000 + i));
  const body = JSON.stringify({ batches: [{ subscribers }] });
  const url = `${baseUrl}/v2/${accountId}/subscribers/batches`;
  const times = await timed(async () => {
    const { status } = await server.fetch(new Request(url, { method: 'POST', headers, body }));
    if (status !== 201) throw new Error(`a batch was answered ${status}`);
    await server.settle();
  });
  if (number < BATCHES) batches.push(times);
}

if (only === 'batches') process.exit(); // a profile of the batches

/** The median duration of several runs. */
async function timeOf(times: number, work: () => Promise<unknown>): Promise<number> {
  const found: number[] = [];
  for (let i = 0; i < times; i++) found.push((await timed(work)).wall);
  return median(found);
}

const snapshot = await timeOf(5, () => server.snapshot());
const [checkpoint] = await server.checkpoints();
const restore = await timeOf(5, () => server.restore(checkpoint?.id ?? ''));
const bigReset = await timeOf(1, () => server.reset());
const accounts: Awaited<ReturnType<typeof server.createAccount>>[] = [];
const account = await timeOf(200, async () => accounts.push(await server.createAccount()));
const accountRemoval = await timeOf(200, async () => accounts.pop()?.remove());

const call = callerOf(server);
const resets: number[] = [];
for (let number = 0; number < 20; number++) {
  await call('POST', 'subscribers', { subscribers: [person(number)] });
  resets.push((await timed(() => server.reset())).wall);
}
await server.close();

const [first, ...others] = batches;
const result: Alone = {
  firstAnswer,
  firstBatch: first?.wall ?? Number.NaN,
  firstBatchCpu: first?.cpu ?? Number.NaN,
  batch: median(others.map(({ wall }) => wall)),
  batchCpu: median(others.map(({ cpu }) => cpu)),
  reset: median(resets.slice(1)),
  account,
  accountRemoval,
  snapshot,
  restore,
  bigReset,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
