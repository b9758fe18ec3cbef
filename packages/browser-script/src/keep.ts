import { attempt, guarded } from './guard.ts';
import type { Message } from './message.ts';
import { isOpen, site } from './site.ts';
import { wait } from './wait.ts';

/** In characters. */
const LARGEST = 65_536;
/** It takes a moment until other tabs see what has changed in storage: no lock is given back before. */
const TIME_TO_SEE = 1000;
const SEVEN_DAYS = 604_800_000;

/** The keys of an account in storage all begin like this; after that, each page has one of its own. */
const prefix = () => `_trickle_${site.account}_`;
const page = `${Math.random()}`;

/** Messages in their order. */
export const waiting: Message[] = [];

/** Whether something is kept. */
export let isKeeping: unknown;
let unlock: (() => undefined) | undefined;

/**
 * Keeps the messages that wait and no others of this page, one to a line, under a key of the page. A page that has kept
 * something holds a lock of that name until it is left, and the browser takes the lock back however the page ends.
 * Where there are no locks, or a page comes back that was thought gone, a message is sent twice, and applied once.
 */
// Unspecified: U-70
export function persist(isLeft?: boolean): void {
  if (!isOpen()) return;
  const key = prefix() + page;
  let lines = '';
  // From the newest on: the oldest are dropped first.
  for (let index = waiting.length; index--; ) {
    const { text } = waiting[index] as Message; // an index below the length
    if (lines.length + text.length >= LARGEST) break;
    lines = `${text}\n${lines}`;
  }
  isKeeping = lines;
  // Storage may be blocked, or full.
  attempt(() => {
    if (lines) localStorage.setItem(key, lines);
    else localStorage.removeItem(key);
  });
  if (isLeft) {
    // A page in the back/forward cache must not hold up others.
    unlock = unlock?.();
  } else if (lines && !unlock) {
    unlock = () => undefined;
    const untilUnlocked = () =>
      new Promise<void>((resolve) => {
        unlock = resolve as () => undefined; // as it gives nothing
      });
    lock(key, untilUnlocked);
  }
}

/** Takes over what pages have left behind, of each as soon as it has certainly gone, and calls back each time. */
export const recover = (onTaken: () => void): void =>
  attempt(() => {
    if (!isOpen()) return;
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix())) lock(key, () => take(key, onTaken));
    }
  });

function take(key: string, onTaken: () => void): Promise<unknown> | undefined {
  // What is not read now, for want of consent, waits for another time.
  if (!isOpen()) return undefined;
  for (const text of `${localStorage.getItem(key)}`.split('\n')) {
    // Behind its id, it says when it was given.
    if (Date.now() - Date.parse(text.slice(52, 76)) < SEVEN_DAYS) waiting[waiting.length] = { text };
  }
  persist();
  localStorage.removeItem(key);
  onTaken();
  return wait(TIME_TO_SEE);
}

/** Runs something while nobody else has a lock, which is given back when that is done. */
function lock(name: string, run: () => unknown): void {
  const go = guarded(run);
  // Not every browser has locks.
  attempt(() => navigator.locks.request(name, go).catch(go)) ?? go();
}
