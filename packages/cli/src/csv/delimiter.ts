import { UsageError } from '../terminal/exit-signal.ts';

/** The delimiter that an option names. */
export function delimiterOf(given: string): string {
  const delimiter = given === 'tab' || given === '\\t' ? '\t' : given;
  if (delimiter.length === 1 && !/["\r\n]/.test(delimiter)) return delimiter;
  throw new UsageError(`--delimiter must be one character or "tab", not '${given}'.`);
}
