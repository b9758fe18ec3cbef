import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { TIME_LIMIT } from '../../../scripts/setup/time-limit.ts';
import { clientOf } from './answered-client.ts';
import { serving } from './serving.ts';

/** A service over a socket that does and remembers what it is asked, and spoils some of its answers. */
async function spoiled(faults: readonly Fault[]) {
  const recorded: string[] = [];
  let requests = 0;
  const baseUrl = await serving(async (request, response) => {
    const fault = faults[requests % faults.length];
    requests += 1;
    const body = await text(request);
    if (!fault?.refuses) recorded.push(body);
    fault?.answer(request, response);
  });
  const timeout = faults.some(({ stalls }) => stalls) ? 250 : TIME_LIMIT;
  return { client: clientOf({ baseUrl, retries: 4, timeout }), recorded };
}

interface Fault {
  readonly name: string;
  /** Whether no answer comes: the client gives up soon. With others it is patient, however slow the machine is. */
  readonly stalls?: true;
  /** Whether nothing was done. */
  readonly refuses?: true;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => unknown;
}

const faults: readonly Fault[] = [
  { name: 'resets', answer: (request) => request.socket.resetAndDestroy() },
  { name: 'closes without an answer', answer: (request) => request.socket.end() },
  { name: 'stalls', stalls: true, answer: () => {} },
  {
    name: 'stalls in its body',
    stalls: true,
    answer: (_, response) => response.writeHead(200).write('{"su'),
  },
  {
    name: 'truncates',
    answer: (request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"subscribers":[');
      setImmediate(() => request.socket.destroy());
    },
  },
  { name: 'answers 503 with HTML', answer: (_, response) => response.writeHead(503).end('<html>') },
  {
    name: 'refuses as concurrent',
    refuses: true,
    answer: (_, response) => response.writeHead(429).end('{"message":"too many concurrent requests"}'),
  },
];

test.each(faults)('a subscriber is upserted although the service $name now and then', async (fault) => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const worker: Fault = {
    name: 'works',
    answer: (_, response) => response.end('{"subscribers":[{"id":"1"}]}'),
  };
  const { client, recorded } = await spoiled([fault, worker]);
  for (let i = 0; i < 4; i += 1)
    expect(await client.subscribers.upsert({ email: `p${i}@x.io` })).toEqual({ id: '1' });
  for (let i = 0; i < 4; i += 1) expect(recorded.join()).toContain(`p${i}@x.io`);
});

test.each(faults)(
  'an event is recorded at most once, or its failure told, when the service $name',
  async (fault) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const worker: Fault = { name: 'works', answer: (_, response) => response.writeHead(204).end() };
    const { client, recorded } = await spoiled([fault, worker]);
    let failures = 0;
    for (let i = 0; i < 4; i += 1) {
      const call = client.events.record({ email: 'a@x.io', action: `action ${i}` });
      const [{ status }] = await Promise.allSettled([call]);
      const times = recorded.filter((body) => body.includes(`action ${i}`)).length;
      expect(times).toBeLessThanOrEqual(1);
      if (status === 'fulfilled') expect(times).toBe(1);
      else failures += 1;
    }
    expect(failures > 0).toBe(!fault.refuses);
  },
);
