import type { RandomBytes } from './random.ts';

/** Makes identifiers that were not there before. */
export interface Ids {
  /** Twenty lower-case letters and digits, as subscribers have. */
  letters(): string;
  /** Nine digits, as campaigns, forms and webhooks have. */
  digits(): string;
  /** Thirty-two hexadecimal digits, as visitors have. */
  hex(): string;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Makes ids out of chance. */
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
