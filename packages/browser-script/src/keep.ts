import { guarded } from './guard.ts';
import type { Message } from './message.ts';
import { randomId } from './random-id.ts';

/** In characters. */
const LARGEST = 65_536;
/** It takes a moment until other tabs see what has changed in storage: no lock is given back before. */
const TIME_TO_SEE = 1000;
const SEVEN_DAYS = 604_800_000;

/** Where messages outlive their page. */
export interface Keep {
  /**
   * Keeps these messages and no others of this page; as an update, only if it has kept some before. When the page
   * is left, for others: a page in the back/forward cache must not hold them up.
   */
  write(messages: Message[], isUpdate?: boolean, isLeft?: boolean): void;
  /** Gives what pages have left behind, of each as soon as it has certainly gone. */
  recover(): void;
}

/**
 * Keeps messages in a text that all pages of a site share: a line for each, with its page, the time and the message.
 * A page that keeps something holds a lock of its name, which the browser takes back however the page ends. Where
 * there are no locks, or a page comes back that was thought gone, a message is sent twice, and applied once.
 */
// Unspecified: U-70
export function createKeep(key: string, take: (message: Message) => void): Keep {
  const self = randomId();
  let isKeeping = false;
  let unlock: (() => void) | undefined;

  const read = () => {
    try {
      return localStorage.getItem(key) ?? '';
    } catch {
      return ''; // Blocked.
    }
  };

  /** Puts lines into the place of those of a page. */
  const replace = (owner: string, lines: string) => {
    let text = read().replace(new RegExp(`^${owner}.*\n`, 'gm'), '') + lines;
    // The oldest go first.
    if (text.length > LARGEST) text = text.slice(-LARGEST).replace(/.*\n/, '');
    try {
      localStorage.setItem(key, text);
    } catch {
      // Blocked, or full.
    }
  };

  /** Runs something while nobody else has a lock, which is given back when that is done. */
  const lock = (owner: string, run: () => unknown) => {
    const { locks } = navigator;
    if (locks) locks.request(key + owner, run).catch(run);
    else run();
  };

  return {
    write(messages, isUpdate, isLeft) {
      if (isUpdate && !isKeeping) return;
      let lines = '';
      for (const { at, page, text } of messages) lines += `${self}${at}\t${page}\t${text}\n`;
      replace(self, lines);
      isKeeping = !!lines;
      if (!isKeeping || isLeft) {
        // The timers of a page in the back/forward cache stand still.
        if (isLeft) unlock?.();
        else if (unlock) setTimeout(unlock, TIME_TO_SEE);
        unlock = undefined;
      } else if (!unlock) {
        unlock = () => {};
        const hold = (resolve: () => void) => {
          unlock = resolve;
        };
        lock(self, () => isKeeping && new Promise<void>(hold));
      }
    },
    recover() {
      read().replace(/^\w{32}/gm, (owner) => {
        const adopt = guarded(() => {
          read().replace(new RegExp(`^${owner}(.*)\t(.*)\t(.*)`, 'gm'), (_, at, page, text) => {
            if (Date.now() - at < SEVEN_DAYS) take({ id: text.slice(7, 39), at, page, text });
            return '';
          });
          replace(owner, '');
        });
        lock(owner, () => {
          adopt();
          return new Promise((resolve) => setTimeout(resolve, TIME_TO_SEE));
        });
        return '';
      });
    },
  };
}
