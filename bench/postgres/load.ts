import { Agent } from 'node:http';
import { type Shot, send } from '../server/load.ts';
import { usageOf } from '../server/process-tree.ts';
import { type Fleet, settle } from './fleet.ts';
import { cpuOfPostgres } from './postgres-cpu.ts';

/** The result of a slice. CPU times are in microseconds per request, background work included. */
export interface Slice {
  readonly perSecond: number;
  readonly servers: number;
  readonly database: number;
}

/** Sends `count` requests to the servers in turn, each connection one at a time. */
export async function measureFleet(
  fleet: Fleet,
  shoot: (index: number) => Shot,
  { count, connections }: { count: number; connections: number },
): Promise<Slice> {
  const { servers, database } = fleet;
  const agents = servers.map(() => new Agent({ keepAlive: true, maxSockets: connections }));
  let next = 0;
  const worker = async (_: unknown, index: number) => {
    const which = index % servers.length;
    const [server, agent] = [servers[which], agents[which]];
    while (server && agent && next < count) {
      const shot = shoot(next++);
      // A server may close an idle connection at the moment when a request is sent.
      await send(agent, server.port, shot).catch(() => send(agent, server.port, shot));
    }
  };
  const cpu = () => ({
    servers: servers.reduce((sum, { pid }) => sum + (usageOf(pid)?.cpu ?? Number.NaN), 0),
    database: database === undefined ? 0 : cpuOfPostgres(database),
  });
  const before = cpu();
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - began) / 1000;
  await settle(fleet);
  const after = cpu();
  for (const agent of agents) agent.destroy();
  return {
    perSecond: count / seconds,
    servers: (after.servers - before.servers) / count,
    database: (after.database - before.database) / count,
  };
}
