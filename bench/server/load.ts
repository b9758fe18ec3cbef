import { Agent, type ClientRequestArgs, request as httpRequest } from 'node:http';
import type { Shot } from './contestants.ts';
import { cpuOfPostgres, usageOf } from './usage.ts';

export interface Running {
  readonly port: number;
  readonly pid: number;
  /** Milliseconds from the start of the process to its first response. */
  readonly start: number;
  stop(): Promise<void>;
}

/** Server processes that share their data. */
export interface Fleet {
  readonly servers: readonly Running[];
  /** The process of PostgreSQL, if it has one. */
  readonly database?: number;
  /** Waits until all background work of the requests is done. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** The result of one run. CPU times are in microseconds per request, background work included. */
export interface Measured {
  readonly perSecond: number;
  /** CPU time of the servers, or NaN if the system does not provide it. */
  readonly cpu: number;
  readonly databaseCpu: number;
}

/** Sends `count` requests to the servers in turn over several keep-alive connections, one at a time each. */
export async function measure(
  fleet: Fleet,
  shoot: (index: number) => Shot,
  { count, connections }: { count: number; connections: number },
): Promise<Measured> {
  const { servers, database } = fleet;
  const targets = servers.map(({ port }) => ({
    port,
    agent: new Agent({ keepAlive: true, maxSockets: connections }),
  }));
  let next = 0;
  const worker = async (_: unknown, index: number) => {
    const target = targets[index % targets.length];
    while (target && next < count) {
      const shot = shoot(next++);
      // A server may close an idle connection at the moment when a request is sent.
      await send(target.agent, target.port, shot).catch(() => send(target.agent, target.port, shot));
    }
  };
  const usage = () => ({
    cpu: servers.reduce((sum, { pid }) => sum + (usageOf(pid)?.cpu ?? Number.NaN), 0),
    databaseCpu: database === undefined ? 0 : cpuOfPostgres(database),
  });
  const before = usage();
  const begin = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - begin) / 1000;
  await fleet.settle();
  const after = usage();
  for (const { agent } of targets) agent.destroy();
  return {
    perSecond: count / seconds,
    cpu: (after.cpu - before.cpu) / count,
    databaseCpu: (after.databaseCpu - before.databaseCpu) / count,
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
