import { abort, follow, throwIfAborted } from '../core/abort.ts';
import { ApiError, RateLimitError } from '../core/api-errors.ts';
import { LimitReachedError, type RequestSummary, TimeoutError, TrickleError } from '../core/errors.ts';
import { type Attempt, runHook } from '../core/hooks.ts';
import { checkedHeaders, type Settings } from '../options.ts';
import type { AttemptResult, Permit } from '../rate-limits/limiter.ts';
import type { CallRecord } from '../telemetry/telemetry.ts';
import type { Operation } from './operation.ts';
import type { ApiResponse } from './receive.ts';
import { retryDelay } from './retry.ts';
import { sendOnce, untilAborted } from './send-once.ts';

export interface PreparedCall {
  readonly operation: Pick<Operation, 'name' | 'limit'>;
  /** Whether repeating the operation is safe. */
  readonly isRepeatable: boolean;
  readonly settings: Settings;
  readonly summary: RequestSummary;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Id of the account, or an empty string for an operation without one. */
  readonly account: string;
  /** Number of records in a batch. */
  readonly records: number;
  /** Identifiers of the subscriber that it updates. */
  readonly names: readonly string[];
  readonly signal: AbortSignal | undefined;
  /** Awaited before each attempt, after all waits for rate limits. */
  readonly beforeSending: (() => Promise<void>) | undefined;
  readonly record: CallRecord | undefined;
}

/** Sends a call until it succeeds or fails for good, or until its total timeout. */
export async function sendWithRetries(call: PreparedCall): Promise<ApiResponse> {
  const { summary, settings, signal } = call;
  const { clock, totalTimeout } = settings;
  throwIfAborted(signal);
  if (totalTimeout === false) return sendUntil(Infinity, call);
  const late = new AbortController();
  const expire = () => abort(late, new TimeoutError(summary, totalTimeout, 'totalTimeout'));
  const timer = setTimeout(expire, totalTimeout);
  const release = follow(late, signal);
  try {
    return await sendUntil(clock.now() + totalTimeout, { ...call, signal: late.signal });
  } finally {
    clearTimeout(timer);
    release();
  }
}

/** Makes attempts until one succeeds or none may follow. Each is one request. */
async function sendUntil(end: number, call: PreparedCall): Promise<ApiResponse> {
  const { operation, summary, settings, signal } = call;
  const { name, limit } = operation;
  const { clock, limiter, hooks, retries, retryUnsafe, maxWait } = settings;
  const isRepeatable = call.isRepeatable || retryUnsafe;
  const latest = Math.min(end, clock.now() + maxWait);
  const unlock = await lock(call);
  try {
    /** The service says that the hour is used up, so the limiter waits for the next one. */
    let hourly: RateLimitError | undefined;
    for (let number = 1, failures = 0; ; number += 1) {
      const about = { operation: name, ...summary, attempt: number };
      const permit = await enter(call, about, latest, hourly);
      const result = await attempt(call, about, permit, end);
      if ('text' in result) return result;
      const { error } = result;
      if (!(error instanceof TrickleError) || signal?.aborted || retries === 0) throw error;
      hourly = limiter && limit && isHourly(error) ? error : undefined;
      if (hourly && Number(hourly.retryAt ?? 0) > latest) throw error;
      if (!hourly) failures += 1;
      const now = clock.now();
      const delay = hourly ? 0 : retryDelay(error, failures, { retries, isRepeatable, now });
      if (delay === undefined || now + delay >= end) throw error;
      await untilAborted(signal, runHook('onRetry', hooks.onRetry, { ...about, error, delay }));
      if (delay > 0) await clock.wait(delay, signal);
    }
  } finally {
    unlock?.();
  }
}

const isHourly = (error: TrickleError): error is RateLimitError =>
  error instanceof RateLimitError && error.scope === 'hourly';

/** Waits for other updates of the same subscriber. */
async function lock({ settings, account, names, signal, record }: PreparedCall) {
  const { clock, limiter } = settings;
  if (!limiter || names.length === 0) return undefined;
  const start = clock.now();
  const unlock = await acquire(limiter.lock(account, names, signal), signal, (late) => late());
  record?.waited(clock.now() - start, 'lock');
  return unlock;
}

/** Waits until the rate limits allow another attempt, until `latest` at most. `hourly`: the last one was rejected. */
async function enter(call: PreparedCall, about: Attempt, latest: number, hourly: RateLimitError | undefined) {
  const { operation, account, records, signal, record, settings } = call;
  const { clock, limiter, hooks } = settings;
  const { limit } = operation;
  if (!limiter || !limit) return undefined;
  const start = clock.now();
  const entering = limiter.enter({
    ...{ account, limit, records, deadline: latest, signal, isFirst: hourly !== undefined },
    onWait: ({ budget, until }) =>
      void runHook('onWait', hooks.onWait, { ...about, budget, until: new Date(until) }),
  });
  if (!(entering instanceof Promise)) return entering;
  const verdict = await acquire(entering, signal, (late) => 'settle' in late && late.settle());
  if ('settle' in verdict) {
    record?.waited(clock.now() - start, limit);
    return verdict;
  }
  const retryAt = new Date(Math.ceil(verdict.until));
  if (!hourly) throw new LimitReachedError(call.summary, verdict.budget, retryAt);
  const { request, response, body } = hourly;
  throw new RateLimitError({ request, response, body, retryAt });
}

/** Waits for something that must be released later. If the signal aborts first, it is released as soon as it comes. */
function acquire<T>(
  coming: Promise<T>,
  signal: AbortSignal | undefined,
  release: (late: T) => unknown,
): Promise<T> {
  return untilAborted(signal, coming).catch((error: unknown) => {
    coming.then(release, () => {});
    throw error;
  });
}

/** Makes one attempt. Errors of the request are values; those of hooks are thrown. */
async function attempt(
  call: PreparedCall,
  about: Attempt,
  permit: Permit | undefined,
  end: number,
): Promise<ApiResponse | AttemptResult> {
  const { summary, body, signal, record, settings } = call;
  const { clock, hooks, fetch, maxResponseSize, timeout } = settings;
  const headers = await prepare(call, about, permit);
  const sentAt = clock.now();
  const result: ApiResponse | AttemptResult = await sendOnce({
    ...{ summary, headers, body, fetch, clock, maxResponseSize, signal },
    // The total timeout is part of the signal.
    timeout: timeout !== false && timeout < end - sentAt && timeout,
  }).catch((error: unknown) => ({ error, response: error instanceof ApiError ? error.response : undefined }));
  const duration = clock.now() - sentAt;
  const { response, error }: AttemptResult = result;
  permit?.settle(result);
  record?.attempted(duration, response ? { status: response.status } : { error });
  if (response) {
    const { status, headers } = response;
    await runHook('onResponse', hooks.onResponse, { ...about, status, headers, duration });
  }
  return result;
}

/** Runs what comes before an attempt, and returns all its headers. */
async function prepare(call: PreparedCall, about: Attempt, permit: Permit | undefined) {
  const { headers, settings, signal, beforeSending } = call;
  const { hooks, authorization } = settings;
  try {
    const added =
      hooks.onRequest && (await untilAborted(signal, runHook('onRequest', hooks.onRequest, about)));
    const checked = added && checkedHeaders(added, 'the headers of the hook onRequest');
    if (beforeSending) await beforeSending();
    throwIfAborted(signal);
    return { ...headers, ...checked, authorization };
  } catch (error) {
    permit?.settle(); // not sent
    throw error;
  }
}
