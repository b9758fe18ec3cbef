import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name of PostgreSQL's socket for its default port. */
const SOCKET = '.s.PGSQL.5432';

/** Stands between a client and PostgreSQL, and cuts connections. */
export class CuttingProxy implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'trickle-cut-'));
  readonly #url: string;
  readonly #server: Server;
  readonly #clients = new Set<Socket>();
  /** The connections to PostgreSQL. */
  readonly #targets = new Set<Socket>();
  #cutsAfter: string | undefined;
  #refusesAfterCut = false;
  /** Whether new connections are cut. */
  #isRefusing = false;
  /** Whether the link is cut: nothing comes through any more, not even the end of a connection. */
  #isSwallowing = false;
  /** The number of connections that were opened. */
  connections = 0;
  /** The number of connections that were cut. */
  cuts = 0;

  constructor(url: string) {
    const target = join(new URL(withHost(url)).searchParams.get('host') ?? '', SOCKET);
    this.#server = createServer((client) => this.#forward(client, connect(target)));
    this.#url = url;
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(join(this.#folder, SOCKET), resolve));
    return this;
  }

  /** The URL of the database through the proxy. */
  get url(): string {
    return this.#url.replace(/host=.*$/, `host=${encodeURIComponent(this.#folder)}`);
  }

  /**
   * Forwards the next statement with a string, and cuts the connection before PostgreSQL's answer. With `thenRefuse`, cuts
   * all connections, and new ones until `accept`.
   */
  cutAfter(text: string, { thenRefuse = false } = {}): void {
    this.#cutsAfter = text;
    this.#refusesAfterCut = thenRefuse;
  }

  /** Accepts connections again. Those that lost something while the link was cut end. */
  accept(): void {
    this.#isRefusing = false;
    if (!this.#isSwallowing) return;
    this.#isSwallowing = false;
    this.cutAll();
    for (const target of this.#targets) target.destroy();
  }

  /** Cuts the link: both ends wait for each other, on open connections and on new ones, until `accept`. */
  swallow(): void {
    this.#isSwallowing = true;
  }

  /** Cuts all connections. */
  cutAll(): void {
    for (const client of this.#clients) client.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cutAll();
    for (const target of this.#targets) target.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Cuts all connections, and new ones until `accept`. */
  refuse(): void {
    this.#isRefusing = true;
    this.cutAll();
  }

  #forward(client: Socket, target: Socket): void {
    this.connections++;
    if (this.#isRefusing) client.destroy();
    this.#clients.add(client);
    this.#targets.add(target);
    let isCut = false;
    client.on('data', (data) => {
      if (this.#isSwallowing) return;
      target.write(data);
      if (this.#cutsAfter === undefined || !data.includes(this.#cutsAfter)) return;
      this.#cutsAfter = undefined;
      isCut = true;
    });
    target.on('data', (data) => {
      if (this.#isSwallowing) return;
      if (!isCut) client.write(data);
      else if (!client.destroyed) {
        this.cuts++;
        client.destroy();
        if (this.#refusesAfterCut) this.refuse();
      }
    });
    const end = () => {
      if (this.#isSwallowing) return;
      this.#clients.delete(client);
      this.#targets.delete(target);
      client.destroy();
      target.end();
    };
    for (const socket of [client, target]) socket.on('error', end).on('close', end);
  }
}

/** A URL without a host, as PostgreSQL's are for sockets, with one. */
const withHost = (url: string) => url.replace('@/', '@localhost/');
