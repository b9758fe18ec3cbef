import { invalidAttribute } from '../errors.ts';

/** Throws if a record does not have one of the statuses that a change requires. */
// Unspecified: U-52
export function requireStatus({ status }: { readonly status: string }, ...from: readonly string[]): void {
  if (from.includes(status)) return;
  throw invalidAttribute('unavailable_error', 'status', `must be ${from.join(' or ')}; it is ${status}`);
}
