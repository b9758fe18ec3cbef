import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Server } from '@trickle/mock-server';

/** The fate of posts: they arrive, get a 503, are refused, get no answer, or arrive but the answer is lost. */
export type Mood = 'open' | 'busy' | 'dead' | 'silent' | 'forgetful';

/** A request body that a page has posted. */
export interface Posted {
  /** When it arrived, in milliseconds of `performance.now()`. */
  readonly at: number;
  readonly visitor: string;
  readonly messages: readonly {
    readonly id: string;
    readonly command: string;
    readonly page: { readonly url: string };
  }[];
}

/** A proxy in front of the script host that can fail. */
export interface Collector extends AsyncDisposable {
  readonly url: string;
  /** Applies to posted messages only. */
  mood: Mood;
  /** Whether requests for scripts fail, as with a blocker. */
  isScriptBlocked: boolean;
  /** Members to add to each result, or to replace in it. */
  amendment: object;
  /** The posts of the pages, whether they have reached the server or not. */
  readonly posts: readonly Posted[];
  /** Sets whether the proxy accepts connections. */
  setReachable(isReachable: boolean): Promise<void>;
}

/** Opens a proxy in front of a server. It needs no feature of the browser, so it works in every browser. */
export async function openCollector(server: Server): Promise<Collector> {
  const posts: Posted[] = [];
  const collector = { mood: 'open' as Mood, isScriptBlocked: false, amendment: {} };
  const http = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const isPost = request.method === 'POST' && (request.url ?? '').endsWith('/messages');
    if (isPost) posts.push({ ...JSON.parse(body), at: performance.now() });
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
    if (isPost && answered.ok) response.end(amended(await answered.text(), collector.amendment));
    else response.end(new Uint8Array(await answered.arrayBuffer())); // scripts are compressed
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
