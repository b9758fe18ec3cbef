import { after } from '../platform/timers.ts';
import { isOutage } from '../store/errors.ts';

/** Real milliseconds until a lock is released again that could not be released because of an outage. */
const RETRY_DELAY = 500;

/**
 * Releases the lock of a request that failed. After an outage it tries again until it succeeds: the lock would otherwise
 * last as long as the server. Rejects if the first attempt fails.
 */
export async function releaseLock(release: () => Promise<void>): Promise<void> {
  try {
    await release();
  } catch (error) {
    // A server that closes releases its locks, and its store then fails with another error.
    if (isOutage(error)) after(RETRY_DELAY, () => void releaseLock(release).catch(() => undefined));
    throw error;
  }
}
