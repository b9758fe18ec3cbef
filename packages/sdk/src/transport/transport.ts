import type { Page } from '../contract/schema/envelope.ts';
import { MEDIA_TYPE } from '../contract/schema/limits.ts';
import { deferred } from '../core/abort.ts';
import { ApiPromise, type ApiResult } from '../core/api-promise.ts';
import { type CallSite, callSiteOf, InputError, showCallSite } from '../core/errors.ts';
import { isObject } from '../core/is-object.ts';
import { PageCall } from '../core/pagination.ts';
import { type CallOptions, type Settings, settingsOfCall } from '../options.ts';
import { fillPath, loadRareTests, type Operation } from './operation.ts';
import { bodyOf } from './send-once.ts';
import { type PreparedCall, sendWithRetries } from './send-with-retries.ts';

/** The arguments of a method, prepared for its operation. */
export interface CallArguments<Input, Query> {
  /** Values of the placeholders of the path in order, without the account. */
  readonly path?: readonly string[];
  readonly body?: Input;
  readonly query?: Query | undefined;
  readonly options: CallOptions | undefined;
  /** Awaited before each attempt, after all waits for rate limits. */
  readonly beforeSending?: () => Promise<void>;
  /** Whether to send the body as it is: the caller has validated it, if that is required. */
  readonly isRead?: boolean;
}

/** Runs operations. Holds the credentials in a private field. */
export class Transport {
  readonly #settings: Settings;
  /** Resolves when the inputs of earlier calls have been validated; undefined if they have. */
  #validating: Promise<unknown> | undefined;
  /** The messages of past warnings. */
  readonly #warned = new Set<string>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Whether bodies and queries are validated by default. */
  get isChecking(): boolean {
    return this.#settings.validate;
  }

  call<Input, Output, Query>(
    operation: Operation<Input, Output, Query>,
    parameters: CallArguments<Input, Query>,
  ): ApiPromise<Output> {
    return new ApiPromise(this.#send(operation, parameters, callSiteOf(this.call)));
  }

  /** Sends a request for a page, and for each further page on demand. */
  page<Item, Query>(
    operation: Operation<unknown, Page<Item>, Query>,
    parameters: CallArguments<never, Query>,
  ): PageCall<Item> {
    const site = callSiteOf(this.page);
    const fetch = (page: number, signal: AbortSignal) => {
      const options = { ...parameters.options, signal };
      const query = { ...parameters.query, page } as Query; // that of every paged collection has `page`
      return this.#send(operation, { ...parameters, query, options }, site);
    };
    return new PageCall(this.#send(operation, parameters, site), fetch, parameters.options?.signal);
  }

  async #send<Input, Output, Query>(
    operation: Operation<Input, Output, Query>,
    parameters: CallArguments<Input, Query>,
    site: CallSite,
  ): Promise<ApiResult<Output>> {
    try {
      return await this.#prepare(operation, parameters);
    } catch (error) {
      showCallSite(error, site);
      throw error;
    }
  }

  // Asynchronous, so that errors reject the call. The input is read before this returns.
  async #prepare<Input, Output, Query>(
    operation: Operation<Input, Output, Query>,
    { path = [], options, beforeSending, isRead = false, ...input }: CallArguments<Input, Query>,
  ): Promise<ApiResult<Output>> {
    if (typeof (options ?? {}) !== 'object') {
      // Values in a row, as in `tags.apply('ann@example.com', 'vip')`: the form of the input helps more than the options.
      const { checkInput } = await import('./input/check-input.ts');
      checkInput(operation.name, input.body, input.query);
    }
    const settings = settingsOfCall(this.#settings, options);
    const body = isRead ? input.body : formatTimes(input.body);
    const query = formatTimes(input.query);
    const values = pathValues(operation.path, settings, path);
    const filled = fillPath(operation.path, values);
    if (filled === undefined) {
      // Loaded on use, like all code that explains invalid inputs.
      const { pathErrorOf } = await import('./input/path-error.ts');
      throw pathErrorOf(operation.path, values);
    }
    const isAccepted = isRead || !settings.validate || operation.fastAccepts(body, query);
    const format = () => (isAccepted ? formatBody(operation, body) : checkAndFormat(operation, body, query));
    const text = isAccepted && !this.#validating ? formatBody(operation, body) : await this.#inTurn(format);
    const { method, limit, repeatable } = operation;
    return await this.#run(operation, {
      operation,
      // The service rejects a repeated change of an address, since the new address is then taken (U-12).
      isRepeatable: repeatable && !isEmailChange(body),
      settings,
      summary: { method, url: `${settings.baseUrl}${filled}${formatQuery(query)}` },
      headers: buildHeaders(settings, text),
      body: text,
      account: operation.path.includes(ACCOUNT) ? (settings.accountId ?? '') : '',
      records: limit === 'batch' && Array.isArray(body) ? body.length : 0,
      names: settings.limiter ? readSubscriberNames(operation, path, body) : [],
      signal: options?.signal,
      beforeSending,
    });
  }

  /** Runs a validation. Then waits for earlier ones, so that updates of a subscriber keep the order of their calls. */
  async #inTurn<T>(validate: () => T | Promise<T>): Promise<T> {
    const earlier = this.#validating;
    const { promise, resolve } = deferred<void>();
    this.#validating = promise;
    try {
      return await validate();
    } finally {
      await earlier;
      void promise.then(() => {
        if (this.#validating === promise) this.#validating = undefined;
      });
      resolve();
    }
  }

  /** Sends a call, whose input has been read, and unwraps its result. */
  async #run<Output>(
    operation: Pick<Operation<unknown, Output>, 'name' | 'method' | 'path' | 'response' | 'unwrap'>,
    call: Omit<PreparedCall, 'record'>,
  ): Promise<ApiResult<Output>> {
    const { settings, summary, names } = call;
    const { telemetry: source, limiter, baseUrl } = settings;
    const { name, method, path } = operation;
    const telemetry = typeof source === 'function' ? await source() : source;
    const record = telemetry?.start({ name, method, path, baseUrl });
    try {
      const answer = await sendWithRetries({ ...call, record });
      const received = bodyOf(operation.response, answer, summary);
      const data = operation.unwrap(received);
      const { response } = answer;
      if (names.length > 0) limiter?.aliases.learn([...names, ...readNames(data)]);
      if (settings.responses !== 'tolerant') {
        // Loaded on use: most programs do not check responses.
        const { inspect } = await import('./response-warnings.ts');
        await inspect({ operation: name, settings, summary, received, data, response }, this.#warned);
      }
      record?.end();
      return { data, response, request: summary };
    } catch (error) {
      record?.end(error);
      throw error;
    }
  }
}

const buildHeaders = ({ headers }: Settings, body: string | undefined) => ({
  accept: `${MEDIA_TYPE}, application/json`,
  ...(body !== undefined && { 'content-type': MEDIA_TYPE }),
  ...headers,
});

const isEmailChange = (body: unknown) => isObject(body) && body.new_email !== undefined;

const ACCOUNT = '{account_id}';

/** The values of all placeholders of a path. The account comes first in every path of the interface. */
const pathValues = (path: string, { accountId }: Settings, values: readonly string[]): readonly unknown[] =>
  path.includes(ACCOUNT) ? [accountId, ...values] : values;

function formatQuery(query: unknown): string {
  if (query === undefined) return '';
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const text = String(new URLSearchParams(entries));
  return text && `?${text}`;
}

function formatBody<Input>(operation: Operation<Input>, body: Input | undefined): string | undefined {
  try {
    return JSON.stringify(operation.wrap(body));
  } catch (cause) {
    throw new InputError('Nothing was sent: the input cannot be serialized as JSON.', [], { cause });
  }
}

/** Serializes the body, unless the input is invalid. The body is read before this waits. */
async function checkAndFormat<Input, Query>(
  operation: Operation<Input, unknown, Query>,
  body: Input | undefined,
  query: Query | undefined,
): Promise<string | undefined> {
  const writing = new Promise<string | undefined>((resolve) => resolve(formatBody(operation, body)));
  writing.catch(() => {}); // issues of members take precedence
  await loadRareTests();
  if (operation.fastAccepts(body, query)) return writing;
  // Loaded on use: most inputs are valid.
  const { checkInput } = await import('./input/check-input.ts');
  checkInput(operation.name, body, query);
  return writing;
}

/** Replaces every `Date` in a record, a query or a list of records with its ISO 8601 string. */
export function formatTimes<T>(input: T): T {
  if (Array.isArray(input)) {
    const records = input.map(formatTimes);
    return records.some((record, i) => record !== input[i]) ? (records as T) : input; // of the same type
  }
  if (!isObject(input)) return input;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(input)) {
    const value = input[name];
    // Validation rejects an invalid date.
    if (!(value instanceof Date) || Number.isNaN(value.getTime())) continue;
    copy ??= { ...input };
    copy[name] = value.toISOString();
  }
  return (copy ?? input) as T; // the same, apart from dates
}

const MEMBERS = ['id', 'email', 'visitor_uuid', 'new_email'];

/** The identifiers of the subscriber that a call updates; an empty list if it updates no subscriber or several. */
function readSubscriberNames(
  operation: Pick<Operation, 'path' | 'updatesSubscriber'>,
  path: readonly string[],
  body: unknown,
): string[] {
  if (!operation.updatesSubscriber) return [];
  if (path.length === 0) return readNames(body);
  const placeholders = operation.path.match(/\{(?!account_id)\w+\}/g) ?? [];
  const named = path.filter((_, i) => /^\{(?:id_or_)?email\}$/.test(placeholders[i] ?? ''));
  return [...named.map(normalName), ...readNames(body)];
}

/** The identifiers of a subscriber in a record. */
function readNames(record: unknown): string[] {
  if (!isObject(record)) return [];
  return MEMBERS.flatMap((member) => {
    const value = record[member];
    return typeof value === 'string' && value !== '' ? [normalName(value)] : [];
  });
}

/** The service ignores the case of email addresses. */
const normalName = (value: string) => (value.includes('@') ? value.trim().toLowerCase() : value);
