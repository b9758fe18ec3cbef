import { didYouMean } from '../contract/schema/nearest-name.ts';
import { MAX_TIMER } from './clock.ts';
import { InputError } from './errors.ts';

/** Throws unless a timer can wait for this time. */
export function checkTimeout(timeout: number | false, name = 'timeout'): void {
  if (timeout !== false && !(timeout > 0 && timeout <= MAX_TIMER)) {
    throw new InputError(`\`${name}\` must be false or a number of milliseconds from 1 to ${MAX_TIMER}.`);
  }
}

/** Throws unless the value is an object with known options only. `owner` names it in errors. */
export function checkNames(options: unknown, known: readonly string[], owner: string): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const first = known.slice(0, 4).join(', ');
    throw new InputError(`${owner}: expected an object of options, { ${first}, … }.`);
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const message = `${owner}: unknown option ${unknown}${didYouMean(unknown, known) || '.'}`;
  throw new InputError(message, [{ code: 'unknown_member', attribute: unknown, message }]);
}
