import { didYouMean } from '../contract/schema/nearest-name.ts';
import { MAX_TIMER } from './clock.ts';
import { InputError } from './errors.ts';

/** Refuses what no timer can wait for. */
export function checkTimeout(timeout: number | false, name = 'timeout'): void {
  if (timeout !== false && !(timeout > 0 && timeout <= MAX_TIMER)) {
    throw new InputError(`\`${name}\` must be milliseconds from 1 to ${MAX_TIMER}, or false.`);
  }
}

/** Refuses what is no object of these options. `owner` says whose options they are. */
export function checkNames(options: unknown, known: readonly string[], owner: string): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new InputError(`${owner}: an object is wanted.`);
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const message = `${owner}: there is no option ${unknown}${didYouMean(unknown, known) || '.'}`;
  throw new InputError(message, [{ code: 'unknown_member', attribute: unknown, message }]);
}
