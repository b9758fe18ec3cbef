import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { pause } from '../../shared/platform/timers.ts';
import { ServerClosed } from '../../shared/values/errors.ts';
import { malformed } from './errors.ts';
import { ConnectionDropped } from './inject-fault.ts';
import type { RequestHandler } from './record-request.ts';

/** The part of a `node:http` server that `Connections` uses. */
interface Connecting {
  on(event: 'connection', listener: (socket: Socket) => void): unknown;
  on(event: 'request', listener: (request: IncomingMessage, response: ServerResponse) => void): unknown;
}

/** A server's connections with their numbers of pending requests. */
class Connections {
  readonly #requests = new Map<Socket, number>();
  readonly #responses = new Set<ServerResponse>();
  #isLast = false;
  #isEnding = false;

  constructor(server: Connecting) {
    server.on('connection', (socket) => {
      this.#requests.set(socket, 0);
      socket.once('close', () => this.#requests.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      this.#count(socket, 1);
      this.#responses.add(response);
      if (this.#isLast) response.shouldKeepAlive = false;
      response.once('close', () => {
        this.#count(socket, -1);
        this.#responses.delete(response);
      });
    });
  }

  /** Sends `Connection: close` with all responses from now on, so that clients reuse no connection that is about to end. */
  announceEnd(): void {
    this.#isLast = true;
    for (const response of this.#responses) response.shouldKeepAlive = false;
  }

  /** Closes each connection once it has no pending requests. */
  end(): void {
    this.announceEnd();
    this.#isEnding = true;
    for (const [socket, count] of this.#requests) if (count === 0) socket.destroySoon();
  }

  cut(): void {
    for (const socket of this.#requests.keys()) socket.destroy();
  }

  #count(socket: Socket, change: number): void {
    const before = this.#requests.get(socket);
    if (before === undefined) return; // the connection is closed
    this.#requests.set(socket, before + change);
    if (this.#isEnding && before + change === 0) socket.destroySoon();
  }
}

interface Listener {
  /** With the actual port, as in `http://127.0.0.1:4100`. */
  readonly url: string;
  /** Sends `Connection: close` with all responses from now on. */
  announceEnd(): void;
  /** Closes the port, and each connection once its requests are answered, or all connections once `force` aborts. */
  close(force: AbortSignal): Promise<void>;
}

export interface ListenOptions {
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** Default 127.0.0.1. */
  readonly host?: string | undefined;
  /**
   * Whether the server is the only code in this process. If true, the global `Request` and `Response` are replaced by
   * faster ones, which saves a third of the work per request. Default false.
   */
  readonly ownsProcess?: boolean | undefined;
}

/** Real milliseconds for which an idle connection is kept. Load balancers keep theirs for a minute, and answer 502 if the server closes one first. */
const KEEP_ALIVE = 75_000;

/** Opens a port. Rejects with the system's error. */
export async function listen(
  answer: RequestHandler,
  { port = 0, host = '127.0.0.1', ownsProcess = false }: ListenOptions,
): Promise<Listener> {
  // Loaded on demand: in-process servers do not need it, and with `node:http` it takes as long to load as everything
  // else.
  const { createAdaptorServer } = await import('@hono/node-server');
  const server = createAdaptorServer({
    fetch: (request, env) => answerTo(request, env as HttpBindings, answer), // HTTP/1 only
    overrideGlobalObjects: ownsProcess,
    serverOptions: { optimizeEmptyRequests: true, keepAliveTimeout: KEEP_ALIVE },
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
    announceEnd: () => connections.announceEnd(),
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

/** Whether a request has two Host headers. A proxy in front may have used the other one (RFC 9112). */
const hasTwoHosts = (rawHeaders: readonly string[]) =>
  rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length > 1;

async function destroyAfter(socket: Socket, bytes: number): Promise<void> {
  while (!socket.destroyed && socket.bytesWritten < bytes) await pause(1);
  if (!socket.destroyed) socket.write('', () => socket.destroy());
}

/** The most bytes of a body that are read only to be dropped. */
const MAX_DROPPED = 64_000_000;

/** Reads the rest of a body, since clients take an earlier answer for a broken connection. Beyond `MAX_DROPPED`, ends the connection. */
async function dropRest({ incoming, outgoing }: HttpBindings): Promise<void> {
  let length = 0;
  await new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) incoming.once(event, resolve);
    incoming.removeAllListeners('data'); // a reader that stopped early pauses with every chunk
    incoming.on('data', (chunk: Uint8Array) => {
      length += chunk.length;
      if (length > MAX_DROPPED) resolve();
    });
    incoming.resume();
  });
  if (!incoming.complete) outgoing.shouldKeepAlive = false;
}

/** Tells the adapter not to write a response. */
const NOTHING = { 'x-hono-already-sent': 'true' };

/** Handles a request from a connection. Drops the connection if a fault requires it. */
function answerTo(request: Request, bindings: HttpBindings, answer: RequestHandler): Promise<Response> {
  const { incoming } = bindings;
  const { socket, rawHeaders } = incoming;
  if (hasTwoHosts(rawHeaders))
    return Promise.resolve(malformed('The request has two Host headers.').response());
  const before = socket.bytesWritten;
  const peer = {
    get address() {
      return socket.remoteAddress;
    },
    target: incoming.url,
    rawHeaders,
    drop: (bytes = 0) => void destroyAfter(socket, before + bytes),
  };
  const answered = answer(request, peer).then(async (response) => {
    if (!incoming.complete && !incoming.destroyed) await dropRest(bindings);
    return response;
  });
  return answered.catch((error: unknown) => {
    if (error instanceof ServerClosed) return new Response(`${error.message}\n`, { status: 503 });
    if (!(error instanceof ConnectionDropped)) throw error;
    socket.destroy();
    return new Response(null, { headers: NOTHING });
  });
}

/** The port of a server, which is opened on request. */
export class Port {
  #opening: Promise<Listener> | undefined;
  #url: string | undefined;

  get url(): string | undefined {
    return this.#url;
  }

  /** Opens the port and returns its URL. Throws if it is already open. */
  async open(answer: RequestHandler, options: ListenOptions): Promise<string> {
    if (this.#opening !== undefined) {
      throw new Error(`The server is already listening on ${(await this.#opening).url}.`);
    }
    this.#opening = listen(answer, options);
    try {
      this.#url = (await this.#opening).url;
      return this.#url;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  /** Resolves when no port is being opened. */
  async settled(): Promise<void> {
    await this.#opening?.catch(() => undefined); // the caller of `open` gets the error
  }

  /** Sends `Connection: close` with all responses from now on. */
  async announceEnd(): Promise<void> {
    await this.#opening?.then((listener) => listener.announceEnd()).catch(() => undefined); // see `settled`
  }

  /** Closes the port if it is open. Aborting `force` cuts open connections. */
  async close(force: AbortSignal): Promise<void> {
    await (await this.#opening)?.close(force);
  }
}
