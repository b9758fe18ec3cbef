import {
  type CallOptions,
  type Client,
  type ClientOptions,
  ConnectionError,
  createClient,
  type Fetch,
  TimeoutError,
  TrickleError,
} from '@trickle/sdk';
import { PASSWORD_ADVICE } from '../connection/admin-api.ts';
import { boundedText } from '../connection/bounded-text.ts';
import { baseOf, connectToAccount } from '../connection/connect.ts';
import { sandboxAccounts } from '../connection/local-sandbox.ts';
import { callOperation, operationNamed } from '../operations/operations.ts';
import { tryParseJson } from '../parse-json.ts';
import type { GlobalOptions } from '../terminal/context.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Exchange, HEADERS } from './exchange.ts';
import type { Alteration, Step } from './scenario.ts';

/** Maximum size of a response, in bytes. */
const MAX_RESPONSE = 10_000_000;

export interface Side {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly accountId: string;
  /** Sends a request, and returns its response regardless of the status. */
  send(step: Step, signal?: AbortSignal): Promise<Exchange>;
}

/** Alters the requests of a client, and keeps their responses. */
export class Recorder {
  readonly #send: Fetch;
  #alteration: Alteration = {};
  #response: Omit<Exchange, 'call'> | undefined;

  constructor(send: Fetch = fetch) {
    this.#send = send;
  }

  /** Makes a call. Returns the response to its last attempt, with status 0 if there was none. */
  async record(alteration: Alteration, call: () => PromiseLike<unknown>): Promise<Omit<Exchange, 'call'>> {
    this.#alteration = alteration;
    this.#response = undefined;
    try {
      await call();
    } catch (error) {
      if (error instanceof ConnectionError || error instanceof TimeoutError)
        return { status: 0, headers: {} };
      // Statuses and bodies that the client rejects are compared too.
      if (!this.#response || !(error instanceof TrickleError)) throw error;
    }
    if (this.#response) return this.#response;
    throw new TypeError('The client sent no request.');
  }

  /** For the client. */
  readonly fetch: Fetch = async (request) => {
    this.#response = undefined;
    const response = await this.#send(altered(request, this.#alteration));
    const text = await boundedText(response, MAX_RESPONSE);
    const headers = HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const { status } = response;
    const body = text === '' ? undefined : (tryParseJson(text) ?? text);
    this.#response = { status, headers: Object.fromEntries(headers), body };
    return new Response(text === '' ? null : text, response);
  };
}

function altered(
  request: Request,
  { method = request.method, path, text, headers = {} }: Alteration,
): Request {
  const url = new URL(request.url);
  const base = url.href.slice(0, url.href.search(/\/v[23]\//));
  const all = new Headers(request.headers);
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) all.delete(name);
    else all.set(name, value);
  }
  const body = text ?? request.body;
  return new Request(path === undefined ? url : `${base}${path}`, {
    ...{ method, headers: all, signal: request.signal, redirect: 'manual' },
    ...(body !== null && method !== 'GET' && { body, duplex: 'half' }),
  });
}

export function sideOf(client: Client, recorder: Recorder, at: Pick<Side, 'baseUrl' | 'accountId'>): Side {
  return {
    ...at,
    async send({ call, path = [], query, body, alter = {} }, signal) {
      const operation = operationNamed(call);
      if (!operation) throw new TypeError(`There is no operation ${call}.`);
      const input = operation.endpoint.body ? body : query;
      const options: CallOptions = { validate: false, ...(signal && { signal }) };
      const response = await recorder.record(alter, () =>
        callOperation(client, operation, { path, input }, options),
      );
      return { call, ...response };
    },
  };
}

/** Connects to the service, using at most this share of its hourly limits. */
export async function connectService(
  globals: GlobalOptions,
  terminal: Terminal,
  share: number,
): Promise<Side> {
  const recorder = new Recorder(terminal.io.fetch);
  const { client, connection, accountId } = await connectToAccount(globals, terminal, {
    ...{ limits: { mode: 'wait', share }, fetch: recorder.fetch },
    onWait: ({ until }) => terminal.note(`Waiting for the hourly limit until ${until.toLocaleTimeString()}.`),
  });
  await client.accounts.get(); // wrong credentials end the command here
  return sideOf(client, recorder, { baseUrl: baseOf(connection), accountId });
}

/** Connects to an account of a reference server: the one with this id, otherwise the only one. */
export async function connectSandbox(
  url: string,
  serviceAccount: string | undefined,
  terminal: Terminal,
): Promise<Side> {
  let baseUrl = url;
  while (baseUrl.endsWith('/')) baseUrl = baseUrl.slice(0, -1);
  if (!URL.canParse(baseUrl)) throw new UsageError(`--sandbox must be a URL, not '${url}'.`);
  const accounts = await sandboxAccounts(terminal.io, baseUrl, terminal.io.env.TRICKLE_ADMIN_PASSWORD);
  if (!accounts) throw new UsageError(`No reference server answers at ${baseUrl}. ${PASSWORD_ADVICE}`);
  const account = accounts.find(({ id }) => id === serviceAccount) ?? accounts[0];
  if (!account || (account.id !== serviceAccount && accounts.length > 1)) {
    throw new UsageError(`${baseUrl} has several accounts, and none with the id of the service's account.`);
  }
  const recorder = new Recorder(terminal.io.fetch);
  const options: ClientOptions = {
    baseUrl,
    accountId: account.id,
    apiKey: account.apiKey,
    limits: { mode: 'wait' },
  };
  return sideOf(createClient({ ...options, fetch: recorder.fetch }), recorder, {
    baseUrl,
    accountId: account.id,
  });
}
