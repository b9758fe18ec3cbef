import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Server } from '@trickle/mock-server';

/** How the way to the script host is: open, or answering 503, dead, silent, or losing the answers. */
export type Mood = 'open' | 'busy' | 'dead' | 'silent' | 'forgetful';

/** What a page has posted. */
export interface Posted {
  readonly visitor: string;
  readonly messages: readonly {
    readonly id: string;
    readonly command: string;
    readonly page: { readonly url: string };
  }[];
}

/** A way to the script host that can be spoilt. */
export interface Collector extends AsyncDisposable {
  readonly url: string;
  /** Of messages only. */
  mood: Mood;
  /** Whether scripts do not come, as if somebody had blocked them. */
  isScriptBlocked: boolean;
  /** What results say besides, or instead. */
  amendment: object;
  /** What pages have posted, whether it has arrived or not. */
  readonly posts: readonly Posted[];
  /** Whether anybody can connect to it at all. */
  setReachable(isReachable: boolean): Promise<void>;
}

/** Opens a way to a server. It shows in no browser's own tools, so that every browser can be tested by it. */
export async function openCollector(server: Server): Promise<Collector> {
  const posts: Posted[] = [];
  const collector = { mood: 'open' as Mood, isScriptBlocked: false, amendment: {} };
  const http = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const isPost = request.method === 'POST' && (request.url ?? '').endsWith('/messages');
    if (isPost) posts.push(JSON.parse(body));
    if (isPost && collector.mood === 'dead') return void request.socket.destroy();
    if (isPost && collector.mood === 'silent') return;
    if (isPost && collector.mood === 'busy') {
      response.writeHead(503, { 'access-control-allow-origin': '*' }).end();
      return;
    }
    if (collector.isScriptBlocked && !isPost) return void request.socket.destroy();
    const answered = await server.fetch(
      new Request(`http://${request.headers.host}${request.url}`, {
        method: request.method ?? 'GET',
        headers: Object.entries(request.headers).map(([name, value]): [string, string] => [name, `${value}`]),
        ...(body && { body }),
      }),
    );
    if (isPost && collector.mood === 'forgetful') return void request.socket.destroy();
    answered.headers.delete('content-length');
    response.writeHead(answered.status, [...answered.headers].flat());
    const answer = await answered.text();
    response.end(isPost && answered.ok ? amended(answer, collector.amendment) : answer);
  }

  await once(http.listen(0, '127.0.0.1'), 'listening');
  const { port } = http.address() as AddressInfo;
  return Object.assign(collector, {
    url: `http://127.0.0.1:${port}`,
    posts,
    async setReachable(isReachable: boolean) {
      if (isReachable) {
        await once(http.listen(port, '127.0.0.1'), 'listening');
      } else {
        http.closeAllConnections();
        await http[Symbol.asyncDispose]();
      }
    },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await http[Symbol.asyncDispose]();
    },
  });
}

function amended(answer: string, amendment: object): string {
  const { results } = JSON.parse(answer) as { results: object[] };
  return JSON.stringify({ results: results.map((result) => ({ ...result, ...amendment })) });
}
