import { type Listener, type ListenOptions, listen } from './listen.ts';
import type { RequestHandler } from './record-request.ts';

/** The port of a server, which is opened on request. */
export class Port {
  #opening: Promise<Listener> | undefined;
  #url: string | undefined;

  /** The URL of the open port. */
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
