import ky from 'ky';
import { Attempts } from './attempts.ts';
import type { Delivery } from './delivery.ts';
import type { Answer } from './send.ts';

/**
 * Sends a call until it is answered or given up. ky runs the attempts: it ends them with the time-outs and the signal,
 * waits between them and repeats them. {@link Attempts} decides what ky cannot know. Headers and body go past ky, so
 * that no error of ky's can hold the credentials; and none of its errors leaves this function.
 */
export async function deliver(call: Delivery): Promise<Answer> {
  const { summary, signal, settings } = call;
  signal?.throwIfAborted();
  const attempts = new Attempts(call);
  try {
    // Begun at once, so that a request with nothing to wait for is on its way while the caller works on.
    const begun = attempts.begin();
    await ky(summary.url, {
      method: summary.method,
      ...(signal && { signal }),
      timeout: settings.timeout,
      totalTimeout: settings.totalTimeout,
      throwHttpErrors: false,
      fetch: (input) => attempts.send((input as Request).signal), // ky hands over its request
      hooks: {
        beforeRequest: begun === undefined ? [] : [() => begun],
        beforeRetry: [() => attempts.begin()],
      },
      retry: {
        // Counted by `shouldRetry`, since a wait for the next hour is no failure.
        limit: settings.retries && Number.MAX_SAFE_INTEGER,
        methods: [summary.method],
        shouldRetry: ({ error }) => attempts.shouldRetry(error),
        delay: () => attempts.delay,
      },
    });
    return await attempts.succeed();
  } catch (error) {
    throw await attempts.fail(error);
  } finally {
    attempts.end();
  }
}
