import { shortened } from '@trickle/design/terminal';
import type { Fetch } from '@trickle/sdk';
import { boundedText } from '../connection/bounded-text.ts';
import type { Connection } from '../connection/connection.ts';
import { isObject, tryParseJson } from '../parse-json.ts';
import { connectionProblem } from '../terminal/connection-problem.ts';
import { UnknownRecordError, UnreachableError, UsageError } from '../terminal/exit-signal.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import { authorizationOf, baseOf, PASSWORD_ADVICE } from './authorization.ts';

/** Maximum size of a response, in bytes. */
const MAX_ANSWER = 10_000_000;

/** Timeout of a complete response, in milliseconds. Running all due jobs takes longest. */
const TIMEOUT = 60_000;

/** A call of a server, as it is shown. */
export interface Step {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly status: number;
}

/** Thrown when the admin API rejects a call. */
class AdminError extends Error {
  override readonly name = 'AdminError';
  readonly status: number;

  constructor({ method, path, status }: Step, body: string) {
    super(`${method} ${path} answered ${status}: ${shortened(body, 500)}`);
    this.status = status;
  }
}

/** A response with its text. */
interface Answered {
  readonly response: Response;
  readonly text: string;
}

/** The response of a path that only the reference server has. */
type Answer = Readonly<Record<string, unknown>>;

/** The admin API of the reference server, for one account. */
export class AdminApi {
  readonly accountId: string;
  readonly base: string;
  readonly #authorization: string;
  readonly #fetch: Fetch;
  readonly #onStep: (step: Step) => Promise<void>;
  readonly #timeout: number;

  /** `onStep` is called after each call that changes something. */
  constructor(
    connection: Connection,
    accountId: string,
    {
      io: { env, fetch: send = fetch },
      onStep,
      timeout = TIMEOUT,
    }: {
      readonly io: ProcessIo;
      readonly onStep: (step: Step) => Promise<void>;
      /** Milliseconds for a complete answer. */
      readonly timeout?: number;
    },
  ) {
    this.accountId = accountId;
    this.base = baseOf(connection);
    this.#authorization = authorizationOf(connection, env);
    this.#fetch = send;
    this.#onStep = onStep;
    this.#timeout = timeout;
  }

  /** Reads a path below `/_admin`. */
  get(path: string, query: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const parameters = new URLSearchParams({ account_id: this.accountId, ...query });
    return this.call('GET', `/_admin/${path}?${parameters}`);
  }

  /** Reads the account itself. */
  getAccount(): Promise<Answer> {
    return this.call('GET', `/_admin/accounts/${encodeURIComponent(this.accountId)}`);
  }

  /** Changes something below `/_admin`, and reports the step. */
  async post(path: string, body: object = {}): Promise<Answer> {
    return await this.send(`/_admin/${path}`, JSON.stringify({ account_id: this.accountId, ...body }));
  }

  /** Removes the account. */
  async remove(): Promise<void> {
    await this.call('DELETE', `/_admin/accounts/${encodeURIComponent(this.accountId)}`);
  }

  /** Posts a body to any path of the server, and reports the step. */
  send(path: string, body: string, type = 'application/json'): Promise<Answer> {
    return this.call('POST', path, body, type);
  }

  /**
   * Checks that the server is a reference server.
   *
   * @throws {@link UsageError} if it is not, or if it rejects the credentials.
   */
  async requireSandbox(): Promise<void> {
    const choice = this.accountId === '' ? '' : `?account_id=${this.accountId}`;
    const step = { method: 'GET', path: `/_admin/clock${choice}` };
    const { response, text } = await this.#request(step.method, step.path);
    const answer = tryParseJson(text);
    if (response.ok && isObject(answer) && typeof answer.now === 'string') return;
    const { status } = response;
    if (status === 401 || (status === 403 && isObject(answer))) {
      throw new UsageError(`The admin API of ${this.base} answered ${status}. ${PASSWORD_ADVICE}`);
    }
    throw new UsageError(
      `${this.base} is not a reference server: it has no admin API (/_admin/clock answered ${status}). Nothing was changed.`,
    );
  }

  /** Calls a path with a body in JSON, and reports the step unless it only reads. */
  async call(method: string, path: string, body?: string, type = 'application/json'): Promise<Answer> {
    const init = body === undefined ? {} : { body, headers: { 'content-type': type } };
    const { response, text } = await this.#request(method, path, init);
    const step = { method, path, status: response.status };
    if (method !== 'GET') await this.#onStep(step);
    const answer = text === '' ? {} : tryParseJson(text);
    if (!response.ok) {
      const error = new AdminError(step, text);
      throw step.status === 404 ? new UnknownRecordError(reasonIn(answer) ?? error.message) : error;
    }
    return isObject(answer) ? answer : {};
  }

  async #request(method: string, path: string, init: RequestInit = {}): Promise<Answered> {
    const headers = { ...init.headers, accept: 'application/json', authorization: this.#authorization };
    const stop = new AbortController();
    const timeout = this.#timeout;
    const late = setTimeout(() => stop.abort(new Error(`no complete answer within ${timeout} ms`)), timeout);
    const { signal } = stop;
    // Do not send the credentials to another server.
    const request = new Request(`${this.base}${path}`, {
      ...{ ...init, method, headers, signal, redirect: 'manual' },
    });
    try {
      const response = await this.#fetch(request);
      return { response, text: await boundedText(response, MAX_ANSWER) };
    } catch (error) {
      throw new UnreachableError(connectionProblem(this.base, error), { cause: error });
    } finally {
      clearTimeout(late);
    }
  }
}

/** The message of an error of the interface. */
function reasonIn(answer: unknown): string | undefined {
  const [first] =
    isObject(answer) && Array.isArray(answer.errors) ? (answer.errors as readonly unknown[]) : [];
  return isObject(first) && typeof first.message === 'string' ? first.message : undefined;
}
