import { TimeoutError } from '../core/errors.ts';
import { type Answer, type OneRequest, send, untilAborted } from './send.ts';

export { bodyOf } from './result.ts';

/** One request that is never retried. */
export interface Exchange extends OneRequest {
  /** Milliseconds, including the body of the response. */
  readonly timeout: number | false;
  readonly signal: AbortSignal | undefined;
}

/** Sends a request once and reads the whole response. Does without ky, since there is nothing to retry. */
export async function exchange(request: Exchange): Promise<Answer> {
  const { summary, timeout, signal: given } = request;
  const late = new AbortController();
  const timer = timeout && setTimeout(() => late.abort(new TimeoutError(summary, timeout)), timeout);
  const signal = given ? AbortSignal.any([given, late.signal]) : late.signal;
  try {
    return await untilAborted(signal, send(request, signal));
  } finally {
    if (timer) clearTimeout(timer);
  }
}
