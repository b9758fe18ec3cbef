import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve } from './http-server.ts';

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
  url = '';
  readonly #http = serve((request, response) => this.#take(request, response));
  #open = 0;

  static async start(answer: Responder = status(200)): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.answer = answer;
    receiver.url = `${(await receiver.#http).url}/in?secret=1`;
    return receiver;
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
    await (await this.#http)[Symbol.asyncDispose]();
  }
}
