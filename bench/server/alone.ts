// Measures features that only our server has, in a fresh process: `node alone.ts <module>` prints a line of JSON, the
// milliseconds by what was measured.
import type * as MockServer from '@trickle/mock-server';
import { openFloor } from '../floor/server.ts';
import { callerOf, median, type Times, timed } from '../harness.ts';
import { person } from './contestants.ts';

/** The 10,000 subscribers of a snapshot, and the last two without a measurement. */
const [BATCHES, MEASURED] = [10, 8];
const [, , entry = ''] = process.argv;

const begin = performance.now();
const { createServer }: typeof MockServer = await import(entry);
const server = await createServer({ limits: { individual: 1e8, batch: 1e8, records: 1e8 } });
const call = callerOf(server);
await call('GET', 'tags');
const firstResponse = performance.now() - begin;

const batches: Times[] = [];
/** The CPU times of the floor program that writes the same rows. */
const least: number[] = [];
const answer = openFloor();
const token = `Basic ${btoa('trickle_demo_token:')}`;
for (let number = 0; number < BATCHES; number++) {
  const subscribers = Array.from({ length: 1000 }, (_, i) => person(number * 1000 + i));
  const { cpu } = await timed(async () => {
    const text = JSON.stringify({ batches: [{ subscribers }] });
    answer({ method: 'POST', path: '/v2/9999999/subscribers/batches', token, text });
  });
  least.push(cpu);
  const times = await timed(async () => {
    await call('POST', 'subscribers/batches', { batches: [{ subscribers }] });
    await server.settle();
  });
  if (number < MEASURED) batches.push(times);
}

/** The median duration of several runs. */
async function timeOf(times: number, work: () => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let i = 0; i < times; i++) durations.push((await timed(work)).wall);
  return median(durations);
}

const snapshot = await timeOf(5, () => server.snapshot());
const [checkpoint] = await server.checkpoints();
const restore = await timeOf(5, () => server.restore(checkpoint?.id ?? ''));
const bigReset = await timeOf(1, () => server.reset());
const resets: number[] = [];
for (let number = 0; number < 20; number++) {
  await call('POST', 'subscribers', { subscribers: [person(number)] });
  resets.push(await timeOf(1, () => server.reset()));
}
await server.close();

const [first, ...others] = batches;
const results: Readonly<Record<string, number>> = {
  'from the import to the first response': firstResponse,
  'a batch of 1000 new subscribers until settled': median(others.map(({ wall }) => wall)),
  'its CPU time': median(others.map(({ cpu }) => cpu)),
  'the CPU time of the floor program': median(least),
  'the first batch of a process': first?.wall ?? Number.NaN,
  'a reset': median(resets),
  'a reset of 10,000 subscribers': bigReset,
  'a snapshot of 10,000 subscribers': snapshot,
  'restoring it': restore,
};
process.stdout.write(`${JSON.stringify(results)}\n`);
