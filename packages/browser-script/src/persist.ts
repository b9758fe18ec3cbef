import { attempt, guarded } from './guard.ts';
import type { Message } from './message.ts';
import { isOpen, site } from './site.ts';

/** The maximum size of a page's stored messages, in characters. */
export const MAX_STORED = 65_536;
/** Other tabs see changes to storage late, so locks are held for this time, in milliseconds. */
const LOCK_TIME = 1000;
/** WebKit may keep the lock of a page that has been left. After this time, in milliseconds, another page takes it. */
const PATIENCE = 30_000;
const SEVEN_DAYS = 604_800_000;

/** The prefix of an account's storage keys; each page adds a random suffix. */
const prefix = () => `_trickle_${site.account}_`;
const page = Math.random();

/** The messages to send, in order. */
export const waiting: Message[] = [];

/** Truthy while messages are stored. */
export let isPersisted: unknown;
let unlock: (() => undefined) | undefined;

/**
 * Stores the waiting messages, one per line, under a key of the page. A page that has stored messages holds a Web Lock
 * of that name until the visitor leaves it; the browser releases the lock however the page ends. Without locks, or when
 * a page returns from the back/forward cache, a message may be sent twice; the server applies it once.
 */
// Unspecified: U-70
export function persist(isLeft?: boolean): void {
  if (!isOpen()) return;
  const key = prefix() + page;
  let lines = '';
  // Newest first, so that the oldest are dropped, and a long one before shorter ones.
  for (let index = waiting.length; index--; ) {
    const [text] = waiting[index] as Message; // an index below the length
    if (lines.length + text.length < MAX_STORED) lines = `${text}\n${lines}`;
  }
  isPersisted = lines;
  // Storage may be blocked, or full.
  attempt(() => localStorage[lines ? 'setItem' : 'removeItem'](key, lines));
  if (lines && !isLeft && !unlock) {
    const unlocked = new Promise<void>((resolve) => {
      unlock = resolve as () => undefined; // it returns nothing
    });
    lock(key, () => unlocked);
  }
}

/**
 * Releases the page's lock. Other pages must not wait for a page in the back/forward cache, and Firefox keeps no page there
 * that holds a lock.
 */
export function release(): void {
  unlock = unlock?.();
}

/** Takes over the stored messages of pages that have ended. Calls `onTaken` after each page. */
export const recover = (onTaken: () => void): void =>
  attempt(() => {
    if (!isOpen()) return;
    for (const key in localStorage) {
      if (key.startsWith(prefix())) {
        const run = () => take(key, onTaken);
        lock(key, run);
        setTimeout(lock, PATIENCE, key, run, true);
      }
    }
  });

function take(key: string, onTaken: () => void): Promise<unknown> | undefined {
  // Without consent, the messages stay stored.
  if (!isOpen()) return undefined;
  for (const text of `${localStorage.getItem(key)}`.split('\n')) {
    // The `sent_at` of a message is after its id, at a fixed place.
    if (Date.now() - Date.parse(text.slice(52, 76)) < SEVEN_DAYS) waiting[waiting.length] = [text];
  }
  persist();
  localStorage.removeItem(key);
  onTaken();
  return new Promise((resolve) => setTimeout(resolve, LOCK_TIME));
}

/** Runs a function while holding a lock. */
function lock(name: string, run: () => unknown, steal?: boolean): void {
  const go = guarded(run);
  // Some browsers have no locks.
  attempt(() => navigator.locks.request(name, { steal } as LockOptions, go).catch(go)) ?? go();
}
