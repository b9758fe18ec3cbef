// @thorough: growth with the input
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createServer } from '../../mock-server/src/index.ts';
import { createClient, type SubscriberInput } from '../src/index.ts';
import { clientOf } from './answered-client.ts';

function* subscribers(count: number): Generator<SubscriberInput> {
  for (let i = 0; i < count; i++) {
    yield { email: `p${i}@x.io`, first_name: `P${i}`, tags: ['import'], custom_fields: { number: `${i}` } };
  }
}

/** The lasting contents of the heap. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

/** In megabytes. */
const growthOf = ([first = 0, ...later]: readonly number[]) => (Math.max(...later) - first) / 2 ** 20;

test('a million records stream through in constant memory', async () => {
  let requests = 0;
  const client = clientOf({
    limits: false,
    fetch: () => {
      requests += 1;
      return new Response(null, { status: 204 });
    },
  });
  const heaps: number[] = [];
  const summary = await client.subscribers.upsertMany(subscribers(1_000_000), {
    onChunk: ({ to }) => {
      if (to % 100_000 === 0) heaps.push(heap());
    },
  });
  expect(summary).toMatchObject({ read: 1_000_000, accepted: 1_000_000, rejections: [], failures: [] });
  expect(requests).toBe(1000);
  expect(heaps).toHaveLength(10);
  expect(growthOf(heaps)).toBeLessThan(8);
});

test('fifty thousand rejected records of an async source are not kept in memory', async () => {
  const client = clientOf({});
  const heaps: number[] = [];
  async function* wrong() {
    for (let i = 0; i < 50_000; i++) {
      if (i % 10_000 === 0) heaps.push(heap());
      yield { email: `${i} is not an address` };
    }
  }
  const summary = await client.subscribers.upsertMany(wrong());
  expect(summary).toMatchObject({ read: 50_000, rejected: 50_000, sent: 0, position: 50_000 });
  expect(summary.rejections).toHaveLength(100);
  expect(growthOf(heaps)).toBeLessThan(8);
});

test('five thousand subscribers arrive at the reference server', async () => {
  await using server = await createServer();
  const client = createClient(server.connection);
  function* source() {
    for (const subscriber of subscribers(5000)) {
      yield subscriber;
      if (subscriber.email?.endsWith('99@x.io')) yield { ...subscriber, email: 'no address' };
    }
  }
  const summary = await client.subscribers.upsertMany(source());
  await server.settle();
  expect(summary).toMatchObject({ read: 5050, rejected: 50, accepted: 5000, failures: [] });
  expect(summary.rejections[0]?.index).toBe(100);
  const outcomes = await server.outcomes();
  expect(outcomes).toHaveLength(5000);
  const { meta } = await client.subscribers.list({ per_page: 1 });
  expect(meta.total_count).toBe(5000);
});
