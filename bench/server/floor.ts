import type { Contestant, Replay, Replays, Shot } from './contestants.ts';
import { start } from './fleet.ts';

/** Records what a contestant answers, for a bare server that sends the same bytes. */
export async function recordReplays(contestant: Contestant): Promise<Replays> {
  const server = await start(contestant);
  try {
    return {
      POST: await record(server.port, contestant.create(1)),
      GET: await record(server.port, contestant.get(0)),
    };
  } finally {
    await server.stop();
  }
}

/** Headers that `node:http` adds to every response. */
const ADDED = ['connection', 'date', 'keep-alive'];

async function record(port: number, { path, method, headers: sent, body }: Shot): Promise<Replay> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...{ method, headers: sent },
    ...(body !== undefined && { body }),
  });
  const headers = [...response.headers].filter(([name]) => !ADDED.includes(name));
  return { status: response.status, headers: Object.fromEntries(headers), body: await response.text() };
}
