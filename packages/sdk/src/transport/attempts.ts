import { isTimeoutError } from 'ky';
import { systemClock } from '../core/clock.ts';
import { ApiError, LimitReachedError, RateLimitError, TimeoutError, TrickleError } from '../core/errors.ts';
import type { Attempt } from '../core/hooks.ts';
import { checkedHeaders } from '../options.ts';
import type { Denied } from '../rate-limits/limit-store.ts';
import type { Limiter, Permit } from '../rate-limits/limiter.ts';
import type { Delivery } from './delivery.ts';
import { settle } from './outcome.ts';
import { retryDelay } from './retry.ts';
import { runHook } from './run-hook.ts';
import { type Answer, send } from './send.ts';

/** The attempts of one call: what comes before and after each, and whether there is another. */
export class Attempts {
  /** Milliseconds that ky waits before the next attempt. */
  delay = 0;
  readonly #call: Delivery;
  /** Ends waits for the limiter with the call; undefined when nothing but their end does. */
  readonly #signal: AbortSignal | undefined;
  readonly #over: AbortController | undefined;
  /** The latest moment for another attempt; and for one that has to wait for the hour's budget. */
  readonly #end: number;
  readonly #latest: number;
  #attempt = 0;
  #failures = 0;
  #endTurn: (() => void) | undefined;
  #permit: Permit | undefined;
  /** Headers of the hook onRequest. */
  #added: Readonly<Record<string, string>> | undefined;
  /** When the attempt under way was sent. */
  #began: number | undefined;
  #answer: Answer | undefined;
  /** The service's refusal of the last attempt, when its hour is used up. */
  #refusal: RateLimitError | undefined;

  constructor(call: Delivery) {
    const { clock, totalTimeout, maxWait } = call.settings;
    const now = clock.now();
    this.#call = call;
    this.#end = totalTimeout === false ? Infinity : now + totalTimeout;
    this.#latest = Math.min(this.#end, now + maxWait);
    this.#over = totalTimeout === false ? undefined : new AbortController();
    const signals = [call.signal, this.#over?.signal].filter((signal) => signal !== undefined);
    this.#signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0];
  }

  /** Waits until the attempt may be sent, and runs what is to come before it. It mostly has nothing to wait for. */
  begin(): void | Promise<void> {
    this.#attempt += 1;
    this.#answer = undefined;
    const { limiter } = this.#call.settings;
    if (!limiter) return this.#prepare();
    const allowed = inTurn(this.#takeTurn(limiter), () => this.#takePermit(limiter));
    return inTurn(allowed, () => this.#prepare());
  }

  /** Sends the request. Rejects for an answer outside 2xx, so that ky asks whether to send it again. */
  async send(signal: AbortSignal): Promise<Response> {
    const { settings, summary, body } = this.#call;
    const { clock, fetch, authorization, maxResponseSize } = settings;
    const headers = { ...this.#call.headers, ...this.#added, authorization };
    this.#began = clock.now();
    this.#answer = await send({ summary, headers, body, fetch, clock, maxResponseSize }, signal);
    return this.#answer.response;
  }

  /** Whether the call is sent again after this error; {@link delay} says when. */
  async shouldRetry(thrown: unknown): Promise<boolean> {
    const error = this.#ours(thrown);
    await this.#ended(error);
    if (this.#call.signal?.aborted || !(error instanceof TrickleError)) return false;
    const { operation, settings, isRepeatable } = this.#call;
    const { clock, limiter, retries, retryUnsafe, hooks } = settings;
    const now = clock.now();
    const isOver = error instanceof RateLimitError && error.scope === 'hourly';
    // The limiter knows it now, and waits as long as it takes.
    this.#refusal = isOver && limiter && operation.limit ? error : undefined;
    if (this.#refusal && Number(this.#refusal.retryAt ?? 0) > this.#latest) return false;
    if (!this.#refusal) this.#failures += 1;
    const rules = { retries, isRepeatable: isRepeatable || retryUnsafe, now };
    const delay = this.#refusal ? 0 : retryDelay(error, this.#failures, rules);
    if (delay === undefined || now + delay >= this.#end) return false;
    const { onRetry } = hooks;
    if (onRetry) await runHook('onRetry', () => onRetry({ ...this.#about(), error, delay }));
    this.delay = delay;
    // ky waits by the machine's time; a clock that was passed in waits by its own.
    if (clock !== systemClock && delay > 0) {
      await clock.wait(delay, this.#signal);
      this.delay = 0;
    }
    return true;
  }

  /** The answer of success. */
  async succeed(): Promise<Answer> {
    await this.#ended(undefined);
    return this.#answer as Answer; // ky resolves with what `send` gave
  }

  /** The error that the call is rejected with. */
  async fail(thrown: unknown): Promise<unknown> {
    const error = this.#ours(thrown);
    await this.#ended(error);
    return error;
  }

  /** Gives back what the call still holds. */
  end(): void {
    this.#over?.abort();
    this.#permit?.settle({ kind: 'uncounted' });
    this.#permit = undefined;
    this.#endTurn?.();
    this.#endTurn = undefined;
  }

  /** Waits while another update of the same subscriber is under way. */
  #takeTurn(limiter: Limiter): void | Promise<void> {
    const { settings, names, record } = this.#call;
    if (names.length === 0 || this.#endTurn) return;
    const began = settings.clock.now();
    return inTurn(limiter.lock(settings.accountId ?? '', names, this.#signal), (end) => {
      this.#endTurn = end;
      this.#checkOver();
      record?.waited(settings.clock.now() - began, 'turn');
    });
  }

  /** Waits until the limits allow another attempt. */
  #takePermit(limiter: Limiter): void | Promise<void> {
    const { operation, settings, records, record } = this.#call;
    const { clock, accountId = '', hooks } = settings;
    const { limit, path } = operation;
    if (limit === null) return;
    const began = clock.now();
    const entered = limiter.enter({
      account: path.includes('{account_id}') ? accountId : '',
      ...{ limit, records, deadline: this.#latest, signal: this.#signal },
      isFirst: this.#refusal !== undefined,
      onWait: ({ budget, until }) => {
        const { onWait } = hooks;
        if (onWait) runHook('onWait', () => onWait({ ...this.#about(), budget, until: new Date(until) }));
      },
    });
    return inTurn(entered, (verdict) => {
      if (!('settle' in verdict)) return this.#refuse(verdict);
      this.#permit = verdict;
      this.#checkOver();
      if (entered instanceof Promise) record?.waited(clock.now() - began, limit);
    });
  }

  /** Runs the hook onRequest, which may add headers, and what the caller wants to be done last. */
  #prepare(): void | Promise<void> {
    const { settings, beforeSending } = this.#call;
    const { onRequest } = settings.hooks;
    if (!onRequest) return beforeSending?.();
    return inTurn(
      runHook('onRequest', () => onRequest(this.#about())),
      (given) => {
        this.#added = given && checkedHeaders(given, 'the headers of the hook onRequest');
        return beforeSending?.();
      },
    );
  }

  /** Gives back what an attempt got whose call has ended while it waited. */
  #checkOver(): void {
    if (!this.#signal?.aborted) return;
    this.end();
    throw this.#signal.reason;
  }

  #refuse(verdict: Denied): never {
    const { summary } = this.#call;
    const retryAt = new Date(Math.ceil(verdict.until));
    if (!this.#refusal) throw new LimitReachedError(summary, verdict.budget, retryAt);
    const { request, response, body } = this.#refusal;
    throw new RateLimitError({ request, response, body, retryAt });
  }

  /** Reports an attempt that is over, once, to everybody who follows it. */
  async #ended(error: unknown): Promise<void> {
    const began = this.#began;
    if (began === undefined) return;
    this.#began = undefined;
    const { record, settings } = this.#call;
    const now = settings.clock.now();
    const response = this.#answer?.response ?? (error instanceof ApiError ? error.response : undefined);
    if (this.#permit) settle(this.#permit, response, error, now);
    this.#permit = undefined;
    const duration = now - began;
    record?.attempted(duration, response ? { status: response.status } : { error });
    const { onResponse } = settings.hooks;
    if (!response || !onResponse) return;
    const { status, headers } = response;
    await runHook('onResponse', () => onResponse({ ...this.#about(), status, headers, duration }));
  }

  /** The error as the SDK's callers know it: a time-out of ky's becomes ours, an abort the caller's reason. */
  #ours(thrown: unknown): unknown {
    const { signal, settings, summary } = this.#call;
    if (thrown instanceof TrickleError) return thrown;
    if (signal?.aborted) return signal.reason;
    if (!isTimeoutError(thrown)) return thrown;
    const { clock, timeout, totalTimeout } = settings;
    // Timers may fire a moment early.
    const isTotal = totalTimeout !== false && (timeout === false || clock.now() > this.#end - 2);
    return isTotal
      ? new TimeoutError(summary, totalTimeout, 'totalTimeout')
      : new TimeoutError(summary, Number(timeout));
  }

  #about(): Attempt {
    const { operation, summary } = this.#call;
    return { operation: operation.name, ...summary, attempt: this.#attempt };
  }
}

/** Does the second when the first is over: at once, if that is not a promise. */
function inTurn<T, U>(first: T | Promise<T>, second: (value: T) => U | Promise<U>): U | Promise<U> {
  return first instanceof Promise ? first.then(second) : second(first);
}
