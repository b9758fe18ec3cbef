import { type AdminRequest, adminRequest } from '@trickle/design/admin-request';
import { shortened } from '@trickle/design/terminal';
import type { Inputs, Responses } from '@trickle/mock-server/admin';
import type { Fetch } from '@trickle/sdk';
import { isObject, tryParseJson } from '../parse-json.ts';
import { connectionProblem } from '../terminal/connection-problem.ts';
import { UnknownRecordError, UnreachableError, UsageError } from '../terminal/exit-signal.ts';
import { waysToSet } from '../terminal/settings.ts';
import { boundedText } from './bounded-text.ts';

/** Maximum size of a response, in bytes. */
const MAX_ANSWER = 10_000_000;

/** Timeout of a complete response, in milliseconds. Running all due jobs takes the longest. */
const TIMEOUT = 60_000;

/** Advice for an admin API that rejects the credentials. */
export const PASSWORD_ADVICE = `If the server has an admin password, set TRICKLE_ADMIN_PASSWORD, or use the API key of an owner of the account: ${waysToSet('apiKey')}. Without a password, it only answers requests from its own machine.`;

/** The `Authorization` of an operator with the admin password. */
export const operatorAuthorization = (password: string): string =>
  `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;

/** An operation of the admin API, such as `GET /_admin/clock`. */
type AdminRoute = keyof Inputs & keyof Responses;

interface Reach {
  /** The URL of the server without a trailing slash. */
  readonly base: string;
  readonly authorization: string | undefined;
  readonly fetch: Fetch | undefined;
  /** Timeout of a complete response, in milliseconds. */
  readonly timeout?: number;
}

export class AdminApi {
  readonly base: string;
  readonly #authorization: string | undefined;
  readonly #fetch: Fetch;
  readonly #timeout: number;

  constructor({ base, authorization, fetch: send = fetch, timeout = TIMEOUT }: Reach) {
    this.base = base;
    this.#authorization = authorization;
    this.#fetch = send;
    this.#timeout = timeout;
  }

  /** Calls an operation. Placeholders of the route are members of the input. */
  async call<const R extends AdminRoute>(route: R, input: Inputs[R]): Promise<Responses[R]> {
    return (await this.send(adminRequest(route, input))) as Responses[R]; // as the operation declares
  }

  /** Sends any request to the server. An empty answer is an empty object. */
  async send(request: AdminRequest): Promise<Readonly<Record<string, unknown>>> {
    const { response, text } = await this.#request(request);
    const answer = text === '' ? {} : tryParseJson(text);
    if (response.ok) return isObject(answer) ? answer : {};
    const { method, path } = request;
    const { status } = response;
    const reason = reasonIn(answer);
    const problem = `${method} ${path} answered ${status}: ${reason ?? shortened(text, 500)}`;
    throw status === 404 ? new UnknownRecordError(reason ?? problem) : new Error(problem);
  }

  /**
   * Checks that the server is a reference server.
   *
   * @throws {@link UsageError} if it is not, or if it rejects the credentials.
   */
  async requireSandbox(accountId?: string): Promise<void> {
    const { response, text } = await this.#request(
      adminRequest('GET /_admin/clock', { account_id: accountId }),
    );
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

  async #request({ method, path, body }: AdminRequest) {
    const stop = new AbortController();
    const timeout = this.#timeout;
    const late = setTimeout(() => stop.abort(new Error(`no complete answer within ${timeout} ms`)), timeout);
    const { signal } = stop;
    const request = new Request(`${this.base}${path}`, {
      method,
      signal,
      headers: {
        accept: 'application/json',
        ...(this.#authorization !== undefined && { authorization: this.#authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      // Do not send the credentials to another server.
      redirect: 'manual',
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

function reasonIn(answer: unknown): string | undefined {
  const [first] =
    isObject(answer) && Array.isArray(answer.errors) ? (answer.errors as readonly unknown[]) : [];
  return isObject(first) && typeof first.message === 'string' ? first.message : undefined;
}
