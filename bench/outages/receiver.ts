import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listenOn } from '../../scripts/setup/ports.ts';

interface Notification {
  readonly data: {
    readonly subscriber: { readonly id: string };
    readonly properties: { readonly number: number };
  };
}

/** Takes webhooks, and remembers the numbers of events in the order of their first arrival, by subscriber. */
export class WebhookReceiver {
  readonly arrived = new Map<string, number[]>();
  /** The number of notifications that arrived again. */
  repeated = 0;
  readonly #seen = new Set<number>();
  readonly #server = createServer(async (request, response) => {
    this.#take((await json(request)) as Notification);
    response.end();
  });

  async listen(): Promise<string> {
    return `http://127.0.0.1:${await listenOn(this.#server)}/hook`;
  }

  get size(): number {
    return this.#seen.size;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #take({ data }: Notification) {
    const { number } = data.properties;
    if (this.#seen.has(number)) {
      this.repeated++;
      return;
    }
    this.#seen.add(number);
    const numbers = this.arrived.get(data.subscriber.id) ?? [];
    this.arrived.set(data.subscriber.id, numbers);
    numbers.push(number);
  }
}
