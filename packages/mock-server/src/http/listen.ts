import type { HttpBindings } from '@hono/node-server';
import { ServerClosed } from '../values/usage-errors.ts';
import { Connections } from './connections.ts';
import { malformed } from './errors.ts';
import { ConnectionDropped } from './inject-fault.ts';
import type { Answer } from './record-request.ts';

/** An open port. */
export interface Listener {
  /** With a real port, `http://127.0.0.1:4100`. */
  readonly url: string;
  /** Gives the port back, and ends each connection when its requests are answered, or all once `force` aborts. */
  close(force: AbortSignal): Promise<void>;
}

/** Where to listen, and how. */
export interface ListenOptions {
  /** Default 0: any free one. */
  readonly port?: number | undefined;
  /** Default 127.0.0.1. */
  readonly host?: string | undefined;
  /**
   * Whether nothing but the server runs in this process. Then its global `Request` and `Response` are replaced by
   * ones that take a third of the work off every request; else they stay the platform's own, since a test's other
   * code uses them as well. Default false.
   */
  readonly ownsProcess?: boolean | undefined;
}

/** Opens a port; rejects with the system's error when it cannot be had. */
export async function listen(
  answer: Answer,
  { port = 0, host = '127.0.0.1', ownsProcess = false }: ListenOptions,
): Promise<Listener> {
  // Loaded when it is needed: in-process nobody does, and with `node:http` it takes as long as all the rest.
  const { createAdaptorServer } = await import('@hono/node-server');
  const server = createAdaptorServer({
    fetch: (request, env) => answerTo(request, env as HttpBindings, answer), // there is no HTTP/2 here
    overrideGlobalObjects: ownsProcess,
    serverOptions: { optimizeEmptyRequests: true },
  });
  const connections = new Connections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const open = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${open}`,
    close: (force) =>
      new Promise((resolve) => {
        server.close(() => resolve());
        connections.end();
        const cut = () => connections.cut();
        if (force.aborted) cut();
        else force.addEventListener('abort', cut, { once: true });
      }),
  };
}

/** Whether a request names its host twice: a proxy before this server may have looked at the other one (RFC 9112). */
const hasTwoHosts = (rawHeaders: readonly string[]) =>
  rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length > 1;

/** Says that nothing is to be written to the connection. */
const NOTHING = { 'x-hono-already-sent': 'true' };

/** Answers a request from a connection, or drops the connection where a fault says so. */
function answerTo(request: Request, { incoming }: HttpBindings, answer: Answer): Promise<Response> {
  const { socket, rawHeaders } = incoming;
  if (hasTwoHosts(rawHeaders))
    return Promise.resolve(malformed('The request has two Host headers.').response());
  const peer = {
    get address() {
      return socket.remoteAddress;
    },
    drop: () => void socket.destroy(),
  };
  return answer(request, peer).catch((error: unknown) => {
    if (error instanceof ServerClosed) return new Response(`${error.message}\n`, { status: 503 });
    if (!(error instanceof ConnectionDropped)) throw error;
    socket.destroy();
    return new Response(null, { headers: NOTHING });
  });
}
