import { type Clock, systemClock } from '../../shared/platform/timers.ts';
import { networkOf } from '../script-host/network.ts';

/** The most wrong passwords in a row that an address may send before it has to wait. */
const FREE = 10;

/** Real milliseconds of the first wait, which doubles with each further wrong password, and of the longest. */
const [FIRST_WAIT, MAX_WAIT] = [1000, 60_000];

/** Real milliseconds after which wrong passwords are forgotten. */
const MEMORY = 60 * 60_000;

/** The most addresses that are remembered. */
const MAX_ADDRESSES = 10_000;

interface Guesses {
  readonly wrong: number;
  readonly last: number;
}

/** Slows down password guessing: after wrong passwords, each address, or IPv6 network, has to wait. */
// Unspecified: U-279
export class GuessLimit {
  readonly #clock: Clock;
  /** The addresses in the order of their last wrong password. */
  readonly #guesses = new Map<string, Guesses>();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Real milliseconds until the next password from an address is checked. */
  waitOf(address: string): number {
    const { wrong, last } = this.#of(address);
    if (wrong < FREE) return 0;
    const wait = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** (wrong - FREE));
    return Math.max(0, last + wait - this.#clock.now());
  }

  /** Counts a wrong password. */
  addWrong(address: string): void {
    const key = networkOf(address);
    const { wrong } = this.#of(address);
    this.#guesses.delete(key);
    this.#guesses.set(key, { wrong: wrong + 1, last: this.#clock.now() });
    const [oldest] = this.#guesses.keys();
    if (this.#guesses.size > MAX_ADDRESSES && oldest !== undefined) this.#guesses.delete(oldest);
  }

  /** Uncounts one wrong password, which turned out to be a key of an account. */
  takeBack(address: string): void {
    const { wrong, last } = this.#of(address);
    const key = networkOf(address);
    if (wrong > 1) this.#guesses.set(key, { wrong: wrong - 1, last });
    else this.#guesses.delete(key);
  }

  /** Forgets the wrong passwords of an address that has sent the right one. */
  forget(address: string): void {
    this.#guesses.delete(networkOf(address));
  }

  #of(address: string): Guesses {
    const guesses = this.#guesses.get(networkOf(address));
    return guesses && guesses.last + MEMORY > this.#clock.now() ? guesses : { wrong: 0, last: 0 };
  }
}
