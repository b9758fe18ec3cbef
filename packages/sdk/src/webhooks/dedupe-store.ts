import { checkNames } from '../core/check-options.ts';
import { InputError } from '../core/errors.ts';

/**
 * Remembers which notifications have been handled, so that one that comes again is dropped. Keys are texts of 43
 * characters. A store of your own that several processes share, or that outlives them, needs `claim` and `release`:
 * both may be asynchronous, and `claim` must be atomic.
 */
export interface DedupeStore {
  /**
   * Takes a key before its notification is handled. True when it was free. False when the notification has been
   * handled: it is dropped. `'busy'` when somebody else has just taken it and may yet fail: the sender is asked to
   * come again.
   */
  claim(key: string): boolean | 'busy' | Promise<boolean | 'busy'>;
  /** Frees a key whose handler has failed, so that the notification gets through when it comes again. */
  release(key: string): unknown;
  /**
   * The handler has ended well. A store that gives a claim only for a while, in case its process dies, keeps the key
   * from now on.
   */
  complete?(key: string): unknown;
}

/** Options of {@link createMemoryStore}. */
export interface MemoryStoreOptions {
  /** How many notifications are remembered; then the oldest is forgotten. Default 10,000, which take 2 MB or so. */
  readonly limit?: number | undefined;
  /** Milliseconds that a notification is remembered. Default 4 days: the service sends again for 3. */
  readonly lifetime?: number | undefined;
}

const DAY = 24 * 60 * 60 * 1000;

/** A store in the memory of this process: what a webhook handler has unless it is given another. */
export function createMemoryStore(options: MemoryStoreOptions = {}): DedupeStore {
  checkNames(options, ['limit', 'lifetime'], 'createMemoryStore');
  const { limit = 10_000, lifetime = 4 * DAY } = options;
  if (!(Number.isInteger(limit) && limit > 0)) {
    throw new InputError('`limit` must be a whole number from 1.');
  }
  if (!(lifetime > 0)) throw new InputError('`lifetime` must be milliseconds, more than 0.');
  /** When each key is forgotten, the oldest first. */
  const ends = new Map<string, number>();
  return {
    claim(key) {
      const now = Date.now();
      if ((ends.get(key) ?? 0) > now) return false;
      ends.delete(key);
      ends.set(key, now + lifetime);
      for (const [oldest, end] of ends) {
        if (ends.size <= limit && end > now) break;
        ends.delete(oldest);
      }
      return true;
    },
    release(key) {
      ends.delete(key);
    },
  };
}
