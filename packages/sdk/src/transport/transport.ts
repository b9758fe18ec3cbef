import type { Page } from '../contract/schema/envelope.ts';
import { MEDIA_TYPE } from '../contract/schema/limits.ts';
import { ApiPromise } from '../core/api-promise.ts';
import { addCallerFrames } from '../core/caller-stack.ts';
import { InputError } from '../core/errors.ts';
import type { Answered } from '../core/fetch-page.ts';
import { isObject } from '../core/is-object.ts';
import { PageCall } from '../core/pagination.ts';
import { type CallOptions, type Settings, settingsOfCall } from '../options.ts';
import { deliver } from './deliver.ts';
import { timesAsText } from './input/times-as-text.ts';
import type { Operation } from './operation.ts';
import { fillPath } from './path.ts';
import { bodyOf } from './result.ts';
import { namesIn, subscriberKeys } from './subscriber-keys.ts';

/** What a method makes of its arguments. */
export interface CallArguments<Input, Query> {
  /** Values of the path's placeholders in their order, without the account's. */
  readonly path?: readonly string[];
  readonly body?: Input;
  readonly query?: Query | undefined;
  readonly options: CallOptions | undefined;
  /** Awaited before each attempt, when all waits for the limits are over. */
  readonly beforeSending?: () => Promise<void>;
}

/** Carries out operations of the contract. Holds the credentials, out of everybody's sight. */
export class Transport {
  readonly #settings: Settings;
  /** The warnings that were given, by message. */
  readonly #warned = new Set<string>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Whether bodies and queries are checked unless a call says otherwise. */
  get isChecking(): boolean {
    return this.#settings.validate;
  }

  /** Sends a request. */
  call<Input, Output, Query>(
    operation: Operation<Input, Output, Query>,
    given: CallArguments<Input, Query>,
  ): ApiPromise<Output> {
    return new ApiPromise(this.#send(operation, given));
  }

  /** Sends a request for a page, and for those after it as they are asked for. */
  page<Item, Query>(
    operation: Operation<unknown, Page<Item>, Query>,
    given: CallArguments<never, Query>,
  ): PageCall<Item> {
    const { path, query, options } = given;
    const fetch = (page: number, signal: AbortSignal) =>
      // Every paged collection has `page` in its query.
      this.#send(operation, {
        ...(path && { path }),
        query: { ...query, page } as Query,
        options: { ...options, signal },
      });
    return new PageCall(this.#send(operation, given), fetch, options?.signal);
  }

  // Asynchronous, so that a refusal rejects the call; still, the input is read before this returns.
  async #send<Input, Output, Query>(
    operation: Operation<Input, Output, Query>,
    { path = [], options, beforeSending, ...given }: CallArguments<Input, Query>,
  ): Promise<Answered<Output>> {
    const settings = settingsOfCall(this.#settings, options);
    const { name, method, limit, repeatable } = operation;
    const [body, query] = [timesAsText(given.body), timesAsText(given.query)];
    const values = valuesOf(operation.path, settings, path);
    const filled = fillPath(operation.path, values);
    if (filled === undefined) {
      // Loaded when it is needed, as everything is that says what is wrong with an input.
      const { pathErrorOf } = await import('./input/path-error.ts');
      throw pathErrorOf(operation.path, values);
    }
    const url = `${settings.baseUrl}${filled}${queryText(query)}`;
    const fastAccepts = !settings.validate || operation.accepts(body, query);
    const text = fastAccepts ? textOf(operation, body) : await checkedText(operation, body, query);
    const { limiter, baseUrl } = settings;
    const summary = { method, url };
    const names = limiter ? subscriberKeys(operation, path, body) : [];
    // A second change of the same address is refused, since the first took the new one (U-12).
    const isRepeatable = repeatable && !renames(body);
    const records = limit === 'batch' && Array.isArray(body) ? body.length : 0;
    // All of the input has been read: from here on this may wait.
    const telemetry =
      typeof settings.telemetry === 'function' ? await settings.telemetry() : settings.telemetry;
    const record = telemetry?.start({ name, method, path: operation.path, baseUrl });
    try {
      const answer = await deliver({
        operation,
        isRepeatable,
        settings,
        summary,
        headers: {
          accept: `${MEDIA_TYPE}, application/json`,
          ...(text !== undefined && { 'content-type': MEDIA_TYPE }),
          ...settings.headers,
        },
        body: text,
        records,
        names,
        signal: options?.signal,
        beforeSending,
        record,
      });
      const received = bodyOf(operation.response, answer, summary);
      const data = operation.unwrap(received);
      if (names.length > 0) limiter?.aliases.learn([...names, ...namesIn(data)]);
      const { response } = answer;
      if (settings.responses !== 'tolerant') {
        // Loaded when it is needed: most programs take answers as they are.
        const { inspect } = await import('./response-warnings.ts');
        await inspect({ operation: name, settings, summary, received, data, response }, this.#warned);
      }
      record?.end();
      return { data, response, request: summary };
    } catch (error) {
      addCallerFrames(error);
      record?.end(error);
      throw error;
    }
  }
}

const renames = (body: unknown) => isObject(body) && body.new_email !== undefined;

const ACCOUNT = '{account_id}';

/** The values of the placeholders in a path. */
function valuesOf(path: string, { accountId }: Settings, values: readonly string[]): readonly string[] {
  if (!path.includes(ACCOUNT)) return values;
  if (accountId === undefined) {
    throw new InputError(
      '`accountId` is missing: give it to createClient or in the options of the call, or set TRICKLE_ACCOUNT_ID.',
    );
  }
  // In every path of the interface the account comes first.
  return [accountId, ...values];
}

function queryText(query: unknown): string {
  if (query === undefined) return '';
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(
    Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
  ).toString();
  return text && `?${text}`;
}

/** The body of the request as it is sent. */
function textOf<Input>(operation: Operation<Input>, body: Input | undefined): string | undefined {
  try {
    return JSON.stringify(operation.wrap(body));
  } catch (cause) {
    throw new InputError('Nothing was sent: the input cannot be written as JSON.', [], { cause });
  }
}

/** The same, but throws where the input turns out to be wrong. The body is read before this waits. */
async function checkedText<Input, Query>(
  operation: Operation<Input, unknown, Query>,
  body: Input | undefined,
  query: Query | undefined,
): Promise<string | undefined> {
  const writing = new Promise<string | undefined>((resolve) => resolve(textOf(operation, body)));
  writing.catch(() => {}); // what is wrong with a member comes first
  // Loaded when it is needed: most programs send what is right.
  const { checkInput } = await import('./input/check-input.ts');
  checkInput(operation.name, body, query);
  return writing;
}
