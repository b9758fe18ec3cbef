import { attempt } from './guard.ts';

/** One of 16 numbers; zero on a page that has taken away what gives good ones. */
const good = () => (attempt(() => crypto.getRandomValues(new Uint8Array(1))[0]) as number) & 15; // as nothing & 15 is zero

/** 32 hexadecimal digits at random: the id of a message or of a visitor. */
export const randomId = (): string =>
  '0'.repeat(32).replace(/0/g, () => (good() ^ (Math.random() * 16)).toString(16));
