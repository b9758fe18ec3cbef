import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A notification as received. */
export interface Notification {
  readonly event: string;
  readonly data: {
    readonly account_id: string;
    readonly subscriber: Readonly<Record<string, unknown>> & { readonly id: string };
    readonly properties?: Readonly<Record<string, unknown>>;
  };
  readonly occurred_at: string;
}

/** Answers a notification. Without an answer, the sender waits. */
export type Responder = (
  response: ServerResponse,
  notification: Notification,
  request: IncomingMessage,
) => void | Promise<void>;

/** Responds with 200 or another status. */
export const status =
  (code: number, headers: Record<string, string> = {}): Responder =>
  (response) =>
    void response.writeHead(code, headers).end(`answered ${code}`);

/** A webhook receiver on its own port that stores what it receives. */
export class Receiver implements AsyncDisposable {
  readonly came: Notification[] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  /** The maximum number of concurrent requests. */
  most = 0;
  answer: Responder = status(200);
  readonly #http = createServer((request, response) => this.#take(request, response));
  #open = 0;

  static async start(answer: Responder = status(200)): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.answer = answer;
    receiver.#http.listen(0, '127.0.0.1');
    await once(receiver.#http, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/in?secret=1`;
  }

  /** Events and subscribers of the received notifications. */
  get events(): [string, string][] {
    return this.came.map(({ event, data }) => [event, data.subscriber.id]);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.most = Math.max(this.most, ++this.#open);
    response.once('close', () => this.#open--);
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const notification = JSON.parse(text) as Notification;
    this.came.push(notification);
    this.headers.push(request.headers);
    await this.answer(response, notification, request);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, 'close');
  }
}
