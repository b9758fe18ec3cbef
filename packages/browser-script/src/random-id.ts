import { attempt } from './guard.ts';

/** Returns a secure random number below 16, or zero if the page has removed the secure generator. */
const secureDigit = () => (attempt(() => crypto.getRandomValues(new Uint8Array(1))[0]) as number) & 15; // undefined & 15 is zero

/** Returns 32 random hexadecimal digits: the id of a message or a visitor. */
export const randomId = (): string =>
  '0'.repeat(32).replace(/0/g, () => (secureDigit() ^ (Math.random() * 16)).toString(16));
