import { ApiError, HookError, LimitReachedError, RateLimitError, TrickleError } from '../errors.ts';
import type { Attempt } from '../hooks.ts';
import type { Refusal } from '../limits/limit-store.ts';
import type { Limiter, Permit } from '../limits/limiter.ts';
import { checkedHeaders } from '../options.ts';
import type { Delivery } from './deliver.ts';
import { type Answer, exchange } from './exchange.ts';
import { settle } from './outcome.ts';
import { retryAfter, retryDelay } from './retry.ts';
import { runHook } from './run-hook.ts';

const NO_PERMIT: Permit = { settle() {} };

/** The attempts of one call. */
export class Attempts {
  readonly #call: Delivery;
  readonly #signal: AbortSignal | undefined;
  /** The latest moment for another attempt; and for one that has to wait for the hour's budget. */
  readonly #end: number;
  readonly #latest: number;
  #attempt = 1;
  #failures = 0;
  /** The service's refusal of the last attempt, when its hour is used up. */
  #refusal: RateLimitError | undefined;

  constructor(call: Delivery, signal: AbortSignal | undefined) {
    const { clock, totalTimeout, longestWait } = call.settings;
    const now = clock.now();
    this.#call = call;
    this.#signal = signal;
    this.#end = totalTimeout === false ? Infinity : now + totalTimeout;
    this.#latest = Math.min(this.#end, now + longestWait);
  }

  async run(): Promise<Answer> {
    const { limiter } = this.#call.settings;
    for (;;) {
      const given = limiter ? this.#permit(limiter) : NO_PERMIT;
      const permit = given instanceof Promise ? await given : given;
      try {
        return await this.#try(permit);
      } catch (error) {
        if (this.#signal?.aborted || !(error instanceof TrickleError)) throw error;
        await this.#recover(error);
        this.#attempt += 1;
      }
    }
  }

  /** Waits until the limits allow another attempt; they mostly do at once. */
  #permit(limiter: Limiter): Permit | Promise<Permit> {
    const { operation, settings, records } = this.#call;
    const { clock, accountId = '' } = settings;
    const { limit, path } = operation;
    if (limit === null) return NO_PERMIT;
    const began = clock.now();
    const entered = limiter.enter({
      account: path.includes('{account_id}') ? accountId : '',
      limit,
      records,
      deadline: this.#latest,
      signal: this.#signal,
      isFirst: this.#refusal !== undefined,
      onWait: ({ budget, until }) => {
        const { onWait } = settings.hooks;
        if (onWait) runHook('onWait', () => onWait({ ...this.#about(), budget, until: new Date(until) }));
      },
    });
    if ('settle' in entered) return entered;
    return entered.then((verdict) => {
      if (!('settle' in verdict)) return this.#refuse(verdict);
      this.#call.record?.waited(clock.now() - began, limit);
      return verdict;
    });
  }

  #refuse(verdict: Refusal): never {
    const { summary } = this.#call;
    const retryAt = new Date(Math.ceil(verdict.until));
    if (!this.#refusal) throw new LimitReachedError(summary, verdict.budget, retryAt);
    const { request, response, body } = this.#refusal;
    throw new RateLimitError({ request, response, body, retryAt });
  }

  async #try(permit: Permit): Promise<Answer> {
    const { settings, summary, headers, body, beforeSending } = this.#call;
    const { clock, fetch, timeout, authorization, hooks } = settings;
    const added = hooks.onRequest || beforeSending ? await this.#prepare(permit) : undefined;
    const began = clock.now();
    try {
      const answer = await exchange({
        ...summary,
        headers: { ...headers, ...added, authorization },
        body,
        fetch,
        timeout,
        signal: this.#signal,
        summary,
      });
      await this.#ended(permit, began, undefined, answer.response);
      return answer;
    } catch (error) {
      if (!(error instanceof HookError)) {
        await this.#ended(permit, began, error, error instanceof ApiError ? error.response : undefined);
      }
      throw error;
    }
  }

  /** Tells everybody of an attempt that is over. */
  #ended(
    permit: Permit,
    began: number,
    error: unknown,
    response: Response | undefined,
  ): void | Promise<void> {
    const { clock, hooks } = this.#call.settings;
    const now = clock.now();
    settle(permit, response, error, now);
    const duration = now - began;
    this.#call.record?.attempted(duration, response ? { status: response.status } : { error });
    const { onResponse } = hooks;
    if (!response || !onResponse) return;
    const { status, headers } = response;
    return runHook('onResponse', () => onResponse({ ...this.#about(), status, headers, duration }));
  }

  /** Does what comes before an attempt, and gives the headers that the hook adds. */
  async #prepare(permit: Permit): Promise<Record<string, string> | undefined> {
    const { settings, beforeSending } = this.#call;
    const { onRequest } = settings.hooks;
    try {
      const given = onRequest && (await runHook('onRequest', () => onRequest(this.#about())));
      const headers = given && checkedHeaders(given, 'the headers of the hook onRequest');
      await beforeSending?.();
      return headers;
    } catch (error) {
      permit.settle({ kind: 'uncounted' });
      throw error;
    }
  }

  /** Waits for the next attempt, or throws the error when there is none. */
  async #recover(error: TrickleError): Promise<void> {
    const { operation, settings } = this.#call;
    const { clock, limiter, retries, retryUnsafe, hooks } = settings;
    const now = clock.now();
    const isOver = error instanceof RateLimitError && error.scope === 'hourly';
    // The limiter knows it now, and waits as long as it takes.
    this.#refusal = isOver && limiter && operation.limit && retries > 0 ? error : undefined;
    if (!this.#refusal) this.#failures += 1;
    const isRepeatable = this.#call.isRepeatable || retryUnsafe;
    const delay = this.#refusal ? 0 : retryDelay(error, this.#failures, { retries, isRepeatable, now });
    if (delay === undefined || now + delay >= this.#end) throw told(error, now);
    const { onRetry } = hooks;
    if (onRetry) await runHook('onRetry', () => onRetry({ ...this.#about(), error, delay }));
    if (delay > 0) await clock.wait(delay, this.#signal);
  }

  #about(): Attempt {
    const { operation, summary } = this.#call;
    return { operation: operation.name, ...summary, attempt: this.#attempt };
  }
}

/** A refusal together with the moment that its `Retry-After` names. */
function told(error: TrickleError, now: number): TrickleError {
  const after = error instanceof RateLimitError ? retryAfter(error, now) : undefined;
  if (after === undefined || !(error instanceof RateLimitError)) return error;
  const { request, response, body } = error;
  return new RateLimitError({ request, response, body, retryAt: new Date(now + after) });
}
