import type { RandomBytes } from './random.ts';

/** A generator of unique identifiers. */
export interface Ids {
  /** Twenty lower-case letters and digits, as for subscribers. */
  letters(): string;
  /** Nine digits, as for campaigns, forms and webhooks. */
  digits(): string;
  /** Thirty-two hexadecimal digits, as for visitors. */
  hex(): string;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Creates a generator of ids from random bytes. */
export function createIds(random: RandomBytes): Ids {
  const pick = (count: number, from: string) => {
    let text = '';
    for (const byte of random(count)) text += from[byte % from.length];
    return text;
  };
  return {
    letters: () => pick(20, alphabet),
    digits: () => pick(1, '123456789') + pick(8, '0123456789'),
    hex: () => Buffer.from(random(16)).toString('hex'),
  };
}
