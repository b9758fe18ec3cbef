import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Forwards each connection to one of the servers, in turn, and can cut all connections. */
export class Balancer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** The connections to each server. */
  readonly #targets = new Map<Socket, number>();
  readonly #ports: () => readonly number[];
  #next = 0;

  constructor(ports: () => readonly number[]) {
    this.#ports = ports;
    this.#server = createServer((client) => this.#forward(client));
  }

  /** Starts to listen. Returns the URL. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Cuts the connections to one server, as a proxy does that has found it to be away. */
  cut(port: number | undefined): void {
    for (const [socket, to] of this.#targets) if (to === port) socket.destroy();
  }

  close(): void {
    this.cutAll();
    this.#server.close();
  }

  #forward(client: Socket): void {
    const ports = this.#ports();
    const port = ports[this.#next++ % ports.length];
    if (port === undefined) return void client.destroy();
    const target = connect(port, '127.0.0.1');
    this.#targets.set(target, port);
    target.on('close', () => this.#targets.delete(target));
    client.pipe(target).pipe(client);
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
  }
}
