import { isTimeoutError } from 'ky';
import { ApiError, RateLimitError } from '../core/api-errors.ts';
import { systemClock } from '../core/clock.ts';
import { LimitReachedError, TimeoutError, TrickleError } from '../core/errors.ts';
import type { Attempt } from '../core/hooks.ts';
import { checkedHeaders } from '../options.ts';
import type { Denied } from '../rate-limits/limit-store.ts';
import type { Limiter, Permit } from '../rate-limits/limiter.ts';
import type { Delivery } from './delivery.ts';
import { settle } from './outcome.ts';
import { retryDelay } from './retry.ts';
import { runHook } from './run-hook.ts';
import { type Answer, send, untilAborted } from './send.ts';

/** The attempts of one call: the preparation and the result of each, and whether another one follows. */
export class Attempts {
  /** Milliseconds that ky waits before the next attempt. */
  delay = 0;
  /** Whether the last attempt got as far as being sent. */
  isSent = false;
  readonly #call: Delivery;
  /** Ends waits for the limiter when the call ends; undefined if nothing can end it. */
  readonly #signal: AbortSignal | undefined;
  readonly #over: AbortController | undefined;
  /** The latest time for another attempt. */
  readonly #end: number;
  /** The latest time for an attempt that has to wait for the hourly rate limit. */
  readonly #latest: number;
  #attempt = 0;
  #failures = 0;
  #unlock: (() => void) | undefined;
  #permit: Permit | undefined;
  /** Headers from the hook onRequest. */
  #hookHeaders: Readonly<Record<string, string>> | undefined;
  /** The time at which the pending attempt was sent. */
  #sentAt: number | undefined;
  #answer: Answer | undefined;
  /** The error of the last attempt, if it reached the hourly rate limit of the service. */
  #exceeded: RateLimitError | undefined;

  constructor(call: Delivery) {
    const { clock, totalTimeout, maxWait } = call.settings;
    const now = clock.now();
    this.#call = call;
    this.#end = totalTimeout === false ? Infinity : now + totalTimeout;
    this.#latest = Math.min(this.#end, now + maxWait);
    this.#over = totalTimeout === false ? undefined : new AbortController();
    const over = this.#over?.signal;
    this.#signal = call.signal && over ? AbortSignal.any([call.signal, over]) : (call.signal ?? over);
  }

  /** Milliseconds until the total timeout. */
  get remaining(): number {
    return this.#end - this.#call.settings.clock.now();
  }

  /** Waits until the next attempt may be sent, and runs its hook. Usually there is nothing to wait for. */
  start(): void | Promise<void> {
    this.#attempt += 1;
    this.#answer = undefined;
    this.isSent = false;
    const { limiter } = this.#call.settings;
    if (!limiter) return this.#prepare();
    const locked = chain(this.#lock(limiter), () => this.#enter(limiter));
    return chain(locked, () => this.#prepare());
  }

  /** Sends the request. Rejects for a response outside 2xx, so that ky calls `shouldRetry`. */
  async send(signal: AbortSignal): Promise<Response> {
    const { settings, summary, body, signal: given } = this.#call;
    const { clock, fetch, authorization, maxResponseSize } = settings;
    const headers = { ...this.#call.headers, ...this.#hookHeaders, authorization };
    this.isSent = true;
    this.#sentAt = clock.now();
    const sending = send({ summary, headers, body, fetch, clock, maxResponseSize }, signal);
    const answer = await (given ? untilAborted(given, sending) : sending);
    signal.throwIfAborted(); // ky has given up this attempt
    this.#answer = answer;
    return answer.response;
  }

  /** Whether to retry after this error. {@link delay} is the wait before the retry. */
  async shouldRetry(thrown: unknown): Promise<boolean> {
    const error = this.#publicError(thrown);
    await this.#finish(error);
    if (this.#call.signal?.aborted || !(error instanceof TrickleError)) return false;
    const { operation, settings, isRepeatable } = this.#call;
    const { clock, limiter, retries, retryUnsafe, hooks } = settings;
    const now = clock.now();
    const isExceeded = error instanceof RateLimitError && error.scope === 'hourly';
    // The limiter knows about it now, and waits as long as necessary.
    this.#exceeded = isExceeded && limiter && operation.limit ? error : undefined;
    if (this.#exceeded && Number(this.#exceeded.retryAt ?? 0) > this.#latest) return false;
    if (!this.#exceeded) this.#failures += 1;
    const rules = { retries, isRepeatable: isRepeatable || retryUnsafe, now };
    const delay = this.#exceeded ? 0 : retryDelay(error, this.#failures, rules);
    if (delay === undefined || now + delay >= this.#end) return false;
    const { onRetry } = hooks;
    if (onRetry) await runHook('onRetry', () => onRetry({ ...this.#about(), error, delay }));
    this.delay = delay;
    // ky waits by the system clock. Any other clock waits by itself.
    if (clock !== systemClock && delay > 0) {
      await clock.wait(delay, this.#signal);
      this.delay = 0;
    }
    return true;
  }

  /** The successful response. */
  succeed(): Answer | Promise<Answer> {
    const answer = this.#answer as Answer; // ky resolves only with what `send` returned
    return chain(this.#finish(undefined), () => answer);
  }

  /** The error to reject the call with. */
  async fail(thrown: unknown): Promise<unknown> {
    const error = this.#publicError(thrown);
    await this.#finish(error);
    return error;
  }

  /** Releases everything that the call still holds. */
  end(): void {
    this.#over?.abort();
    this.#permit?.settle({ kind: 'uncounted' });
    this.#permit = undefined;
    this.#unlock?.();
    this.#unlock = undefined;
  }

  /** Waits for other updates of the same subscriber. */
  #lock(limiter: Limiter): void | Promise<void> {
    const { settings, names, record } = this.#call;
    if (names.length === 0 || this.#unlock) return;
    const start = record ? settings.clock.now() : 0;
    return chain(limiter.lock(settings.accountId ?? '', names, this.#signal), (unlock) => {
      this.#unlock = unlock;
      this.#throwIfOver();
      record?.waited(settings.clock.now() - start, 'lock');
    });
  }

  /** Waits until the rate limits allow another attempt. */
  #enter(limiter: Limiter): void | Promise<void> {
    const { operation, settings, records, record } = this.#call;
    const { clock, accountId = '', hooks } = settings;
    const { limit, path } = operation;
    if (limit === null) return;
    const start = record ? clock.now() : 0;
    const entered = limiter.enter({
      account: path.includes('{account_id}') ? accountId : '',
      limit,
      records,
      deadline: this.#latest,
      signal: this.#signal,
      isFirst: this.#exceeded !== undefined,
      onWait: ({ budget, until }) => {
        const { onWait } = hooks;
        if (onWait) runHook('onWait', () => onWait({ ...this.#about(), budget, until: new Date(until) }));
      },
    });
    return chain(entered, (verdict) => {
      if (!('settle' in verdict)) throw this.#limitError(verdict);
      this.#permit = verdict;
      this.#throwIfOver();
      if (entered instanceof Promise) record?.waited(clock.now() - start, limit);
    });
  }

  /** Runs the hook onRequest, which may add headers, and then `beforeSending`. */
  #prepare(): void | Promise<void> {
    const { settings, beforeSending } = this.#call;
    const { onRequest } = settings.hooks;
    if (!onRequest) return beforeSending?.();
    return chain(
      runHook('onRequest', () => onRequest(this.#about())),
      (headers) => {
        this.#hookHeaders = headers && checkedHeaders(headers, 'the headers of the hook onRequest');
        return beforeSending?.();
      },
    );
  }

  /** Throws the signal's reason if the call ended while an attempt waited. Releases the attempt's permits. */
  #throwIfOver(): void {
    if (!this.#signal?.aborted) return;
    this.end();
    throw this.#signal.reason;
  }

  #limitError({ budget, until }: Denied): TrickleError {
    const retryAt = new Date(Math.ceil(until));
    if (!this.#exceeded) return new LimitReachedError(this.#call.summary, budget, retryAt);
    const { request, response, body } = this.#exceeded;
    return new RateLimitError({ request, response, body, retryAt });
  }

  /** Reports the result of the pending attempt, once, to the limiter, the telemetry and the hook. */
  #finish(error: unknown): void | Promise<void> {
    const sentAt = this.#sentAt;
    if (sentAt === undefined) return;
    this.#sentAt = undefined;
    const { record, settings } = this.#call;
    const now = settings.clock.now();
    const response = this.#answer?.response ?? (error instanceof ApiError ? error.response : undefined);
    if (this.#permit) settle(this.#permit, response, error, now);
    this.#permit = undefined;
    const duration = now - sentAt;
    record?.attempted(duration, response ? { status: response.status } : { error });
    const { onResponse } = settings.hooks;
    if (!response || !onResponse) return;
    const { status, headers } = response;
    return runHook('onResponse', () => onResponse({ ...this.#about(), status, headers, duration }));
  }

  /** The error as callers get it: a timeout of ky becomes a `TimeoutError`, an abort the reason of the signal. */
  #publicError(thrown: unknown): unknown {
    const { signal, settings, summary } = this.#call;
    if (thrown instanceof TrickleError) return thrown;
    if (signal?.aborted) return signal.reason;
    if (!isTimeoutError(thrown)) return thrown;
    const { timeout, totalTimeout } = settings;
    // Timers may fire a moment early.
    const isTotal = totalTimeout !== false && (timeout === false || this.remaining < 2);
    return isTotal
      ? new TimeoutError(summary, totalTimeout, 'totalTimeout')
      : new TimeoutError(summary, Number(timeout));
  }

  #about(): Attempt {
    const { operation, summary } = this.#call;
    return { operation: operation.name, ...summary, attempt: this.#attempt };
  }
}

/** Passes a value to a function: at once, unless it is a promise. */
function chain<T, U>(value: T | Promise<T>, next: (value: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
