import { InputError } from '../../core/errors.ts';
import { encoded } from '../operation.ts';
import { kindOf } from './kind-of.ts';

const ACCOUNT_MISSING =
  '`accountId` is missing: pass it to createClient or in the options of the call, or set TRICKLE_ACCOUNT_ID.';

/** Makes the error for the first invalid value of a placeholder. */
export function pathErrorOf(template: string, values: readonly unknown[]): InputError {
  const names = Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  for (const [at, name] of names.entries()) {
    if (name === 'account_id' && values[at] === undefined) return new InputError(ACCOUNT_MISSING);
    const problem = problemOf(values[at]);
    const message = `${name} ${problem}`;
    const issue = { code: 'format_error', attribute: name, message } as const;
    if (problem) return new InputError(`Nothing was sent: ${message}`, [issue]);
  }
  return new InputError('Nothing was sent: an identifier in the path is missing.');
}

function problemOf(value: unknown): string | undefined {
  if (typeof value !== 'string') {
    const hint = typeof value === 'number' ? ` Identifiers are strings: write '${value}'.` : '';
    return `must be a string, not ${kindOf(value)}.${hint}`;
  }
  if (value === '') return 'is empty.';
  if (value === '.' || value === '..') return `must not be '${value}'.`;
  return encoded(value) ? undefined : 'contains half of a surrogate pair.';
}
