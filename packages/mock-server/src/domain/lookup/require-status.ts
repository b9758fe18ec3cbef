import { invalidAttribute } from './errors.ts';

/** Refuses to move something that is not in one of the states that the move starts from. */
// Unspecified: U-52
export function requireStatus({ status }: { readonly status: string }, ...from: readonly string[]): void {
  if (from.includes(status)) return;
  throw invalidAttribute(
    'unavailable_error',
    'status',
    `must be ${from.join(' or ')} for that; it is ${status}`,
  );
}
