import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What is needed of a server of `node:http`. */
interface Connecting {
  on(event: 'connection', listener: (socket: Socket) => void): unknown;
  on(event: 'request', listener: (request: IncomingMessage, response: ServerResponse) => void): unknown;
}

/** The connections to a server, each with the number of requests on it that are not answered yet. */
export class Connections {
  readonly #requests = new Map<Socket, number>();
  #isEnding = false;

  constructor(server: Connecting) {
    server.on('connection', (socket) => {
      this.#requests.set(socket, 0);
      socket.once('close', () => this.#requests.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      this.#count(socket, 1);
      response.once('close', () => this.#count(socket, -1));
    });
  }

  /** Ends each connection as soon as no request is under way on it. */
  end(): void {
    this.#isEnding = true;
    for (const [socket, count] of this.#requests) if (count === 0) socket.destroySoon();
  }

  /** Breaks all connections. */
  cut(): void {
    for (const socket of this.#requests.keys()) socket.destroy();
  }

  #count(socket: Socket, change: number): void {
    const before = this.#requests.get(socket);
    if (before === undefined) return; // the connection is gone
    this.#requests.set(socket, before + change);
    if (this.#isEnding && before + change === 0) socket.destroySoon();
  }
}
