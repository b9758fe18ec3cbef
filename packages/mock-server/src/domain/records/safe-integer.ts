import { invalidAttribute } from '../errors.ts';

/** Converts a sum to a number. Throws a `range_error` for the attribute that adds to it if it is not a safe integer. */
export function safely(sum: bigint, attribute: string): number {
  if (Number.isSafeInteger(Number(sum))) return Number(sum);
  const most = Number.MAX_SAFE_INTEGER;
  throw invalidAttribute(
    'range_error',
    attribute,
    `would make a value that is not between ${-most} and ${most}`,
  );
}
