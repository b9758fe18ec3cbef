import ky, { type Options } from 'ky';
import { Attempts } from './attempts.ts';
import type { Delivery } from './delivery.ts';
import type { Answer } from './send.ts';

/**
 * Sends a call until it succeeds or fails for good. ky runs the attempts: it applies the timeouts and the signal, waits
 * between attempts and repeats them. {@link Attempts} decides what ky cannot know. Headers and body bypass ky, so that
 * its errors cannot contain the credentials, and none of its errors leaves this function.
 */
export async function deliver(call: Delivery): Promise<Answer> {
  call.signal?.throwIfAborted();
  const attempts = new Attempts(call);
  try {
    try {
      await tryOnce(call, attempts);
    } catch (error) {
      await tryAgain(call, attempts, error);
    }
    return await attempts.succeed();
  } catch (error) {
    throw await attempts.fail(error);
  } finally {
    attempts.end();
  }
}

/** Makes the first attempt without ky's retries, since ky clones each request that it may have to repeat. */
function tryOnce(call: Delivery, attempts: Attempts): Promise<unknown> {
  // Called before ky, so that a request which need not wait is sent while the caller continues.
  const ready = attempts.start();
  const options = optionsOf(call, attempts, call.settings.totalTimeout);
  return ky(call.summary.url, {
    ...options,
    retry: 0,
    ...(ready && { hooks: { beforeRequest: [() => ready] } }),
  });
}

/** Makes further attempts: passes the failure of the first to ky, which retries from there. */
async function tryAgain(call: Delivery, attempts: Attempts, failure: unknown): Promise<void> {
  const { summary, settings } = call;
  if (!attempts.isSent || settings.retries === 0) throw failure;
  const options = optionsOf(call, attempts, settings.totalTimeout && attempts.remaining);
  let isFirst = true;
  await ky(summary.url, {
    ...options,
    hooks: { beforeRetry: [() => attempts.start()] },
    retry: {
      // `shouldRetry` counts the attempts, since a wait for the hourly rate limit is not a failure.
      limit: 1e9,
      methods: [summary.method],
      shouldRetry: ({ error }) => attempts.shouldRetry(error),
      delay: () => attempts.delay,
    },
    fetch(request) {
      if (!isFirst) return options.fetch(request);
      isFirst = false;
      return Promise.reject(failure);
    },
  });
}

/** The options that all attempts share. */
function optionsOf(
  { summary, settings, signal }: Delivery,
  attempts: Attempts,
  totalTimeout: number | false,
) {
  return {
    method: summary.method,
    timeout: settings.timeout,
    // Each option costs time in each call.
    ...(totalTimeout !== false && { totalTimeout }),
    ...(signal && { signal }),
    fetch: (request) => attempts.send((request as Request).signal), // ky passes its request
  } satisfies Options;
}
