import { Agent, type ClientRequestArgs, request as httpRequest } from 'node:http';
import { usageOf } from './process-tree.ts';

/** A request of the load test. */
export interface Shot {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** The result of one run. */
export interface Measured {
  readonly perSecond: number;
  /** The 99th percentile of response times in milliseconds. */
  readonly p99: number;
  /** CPU time of the server per request in microseconds. Undefined if the system does not provide it. */
  readonly cpu: number | undefined;
}

export interface Target {
  readonly port: number;
  readonly pid: number;
}

/** Sends `count` requests over several keep-alive connections, one at a time each. */
export async function measure(
  { port, pid }: Target,
  shoot: (index: number) => Shot,
  { count, connections }: { count: number; connections: number },
): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const begin = performance.now();
      await send(agent, port, shoot(next++));
      times.push(performance.now() - begin);
    }
  };
  const before = usageOf(pid);
  const begin = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - begin) / 1000;
  const after = usageOf(pid);
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    perSecond: count / seconds,
    p99: times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN,
    cpu: before && after && (after.cpu - before.cpu) / count,
  };
}

/** Sends one request and reads the response. Rejects unless it succeeded. */
export function send(agent: Agent, port: number, { body, ...shot }: Shot): Promise<void> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const options: ClientRequestArgs = {
    ...shot,
    agent,
    host: '127.0.0.1',
    port,
    headers: { ...shot.headers, ...length },
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest(options, (response) => {
      const { statusCode = 0 } = response;
      response.resume().on('error', reject);
      response.on('end', () => {
        if (statusCode >= 200 && statusCode < 300) resolve();
        else reject(new Error(`${shot.method} ${shot.path} of port ${port} answered ${statusCode}`));
      });
    });
    request.on('error', reject).end(body);
  });
}
