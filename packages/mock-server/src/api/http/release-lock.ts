import { after } from '../../shared/platform/timers.ts';
import { isOutage } from '../../store/engine/errors.ts';

/** Real milliseconds between two attempts to release a lock during an outage. */
const RETRY_DELAY = 500;

/**
 * Releases the lock of a request that failed. Rejects if the first attempt fails. During an outage, further attempts
 * follow until one succeeds: otherwise the subscriber would stay locked until the server ends.
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
