import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The part of a `node:http` server that `Connections` uses. */
interface Connecting {
  on(event: 'connection', listener: (socket: Socket) => void): unknown;
  on(event: 'request', listener: (request: IncomingMessage, response: ServerResponse) => void): unknown;
}

/** A server's connections with their numbers of pending requests. */
export class Connections {
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

  /** Destroys all connections. */
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
