import { TimeoutError } from '../core/errors.ts';
import { type Answer, type OneRequest, send } from './send.ts';

export { bodyOf } from './result.ts';

/** One request that is never repeated. */
export interface Exchange extends OneRequest {
  /** Milliseconds, the body of the answer included. */
  readonly timeout: number | false;
  readonly signal: AbortSignal | undefined;
}

/** Sends a request once and reads the whole answer. Without retries there is nothing that ky would do. */
export async function exchange(request: Exchange): Promise<Answer> {
  const { summary, timeout, signal } = request;
  const late = new AbortController();
  const timer = timeout && setTimeout(() => late.abort(new TimeoutError(summary, timeout)), timeout);
  try {
    return await send(request, signal ? AbortSignal.any([signal, late.signal]) : late.signal);
  } finally {
    if (timer) clearTimeout(timer);
  }
}
