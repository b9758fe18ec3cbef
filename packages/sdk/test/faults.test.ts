import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { TIME_LIMIT } from '../../../scripts/setup/time-limit.ts';
import { createClient } from '../src/index.ts';

/** A service over a socket that does and remembers what it is asked, and spoils some of its answers. */
async function spoiled(faults: readonly Fault[]) {
  const recorded: string[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    const fault = faults[requests % faults.length];
    requests += 1;
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      if (fault?.refuses) return fault.answer(request, response);
      recorded.push(body);
      return fault ? fault.answer(request, response) : good(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const client = createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ accountId: '9', apiKey: 'key', retries: 4 },
    timeout: faults.some(({ stalls }) => stalls) ? 250 : TIME_LIMIT,
  });
  return { client, recorded };
}

interface Fault {
  readonly name: string;
  /** Whether no answer comes: the client gives up soon. With others it is patient, however slow the machine is. */
  readonly stalls?: true;
  /** Whether nothing was done. */
  readonly refuses?: true;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => unknown;
}

const good = (response: ServerResponse) => response.end('{"subscribers":[{"id":"1"}]}');

const faults: readonly Fault[] = [
  { name: 'resets', answer: (request) => request.socket.resetAndDestroy() },
  { name: 'closes without an answer', answer: (request) => request.socket.end() },
  { name: 'stalls', stalls: true, answer: () => {} },
  {
    name: 'stalls in the body',
    stalls: true,
    answer: (_, response) => response.writeHead(200).write('{"subscr'),
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
  const { client, recorded } = await spoiled([
    fault,
    { name: 'works', answer: (_, response) => good(response) },
  ]);
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
    const outcomes: (string | undefined)[] = [];
    for (let i = 0; i < 4; i += 1) {
      const call = client.events.record({ email: 'a@x.io', action: `action ${i}` });
      outcomes.push(
        await call.then(
          () => undefined,
          (error: unknown) => (error as Error).name,
        ),
      );
    }
    for (const [i, failure] of outcomes.entries()) {
      const times = recorded.filter((body) => body.includes(`action ${i}`)).length;
      expect(times).toBeLessThanOrEqual(1);
      if (failure === undefined) expect(times).toBe(1);
    }
    expect(outcomes.some((failure) => failure !== undefined)).toBe(!fault.refuses);
  },
);
