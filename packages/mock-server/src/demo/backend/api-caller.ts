import { AsyncLocalStorage } from 'node:async_hooks';
import { type Client, createClient, TrickleError } from '@trickle/sdk';
import type { Server } from '../../admin/control/server-control.ts';
import type { RequestEntry, RequestLog } from '../../observe/request-log/log.ts';
import { addCall, type Session } from '../session.ts';
import { callOf } from '../source-text.ts';

/** Calls the API with the SDK as a customer's backend does, and writes each call to the session's drawer. */
export class ApiCaller {
  readonly #server: Server;
  readonly #requestLog: RequestLog;
  /** The list of a call's requests. The request log reports each request in the asynchronous context of its call. */
  readonly #sent = new AsyncLocalStorage<RequestEntry[]>();
  #client: { readonly key: string; readonly client: Client } | undefined;

  constructor(server: Server, requestLog: RequestLog) {
    this.#server = server;
    this.#requestLog = requestLog;
  }

  /**
   * Calls a method of the SDK. `method` and `args` are shown as code. Rejects with the SDK's error after writing it
   * down.
   */
  async call<Args extends readonly unknown[], Result>(
    session: Session,
    method: string,
    args: Args,
    send: (client: Client, ...args: Args) => PromiseLike<Result>,
  ): Promise<Result> {
    const sent: RequestEntry[] = [];
    const write = (isOk: boolean, answer: unknown) =>
      addCall(session, {
        ...{ method, code: callOf(method, args), isOk, answer },
        requestIds: sent.map(({ id }) => id),
        subscriberId: subscriberIdIn(answer),
      });
    const unsubscribe = this.#requestLog.subscribe((entry) => {
      if (this.#sent.getStore() === sent) sent.push(entry);
    });
    try {
      const client = await this.#current();
      const answer = await this.#sent.run(sent, async () => send(client, ...args));
      write(true, answer);
      return answer;
    } catch (error) {
      if (error instanceof TrickleError) write(false, `${error.name}: ${error.message}`);
      throw error;
    } finally {
      unsubscribe();
    }
  }

  /** The client of the first account, made anew when the account's token has changed. */
  async #current(): Promise<Client> {
    const [{ id: accountId = '', tokens: [apiKey = ''] = [] } = {}] = await this.#server.accounts();
    const key = `${accountId} ${apiKey}`;
    if (this.#client?.key !== key) {
      const { baseUrl, fetch } = this.#server.connection;
      // A shop would rather tell its customer that something failed than keep them waiting.
      const client = createClient({ baseUrl, fetch, accountId, apiKey, totalTimeout: 10_000, maxWait: 1000 });
      this.#client = { key, client };
    }
    return this.#client.client;
  }
}

function subscriberIdIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('id' in answer && 'email' in answer))
    return undefined;
  return String(answer.id);
}
