import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { Contestant } from './contestants.ts';
import type { Shot } from './load.ts';
import { start } from './start.ts';

/** A response that the bare server replays. */
export interface Replay {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The responses that the bare server replays, by method. */
export interface Replays {
  readonly GET: Replay;
  readonly POST: Replay;
}

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

function record(port: number, { body, ...shot }: Shot): Promise<Replay> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { ...shot, agent: new Agent(), host: '127.0.0.1', port },
      async (response) => {
        const { statusCode: status = 0 } = response;
        const headers = Object.fromEntries(
          Object.entries(response.headers).filter(([name]) => !ADDED.includes(name)),
        );
        const chunks = await response.toArray();
        resolve({ status, headers, body: Buffer.concat(chunks).toString('utf8') });
      },
    );
    request.on('error', reject).end(body);
  });
}
