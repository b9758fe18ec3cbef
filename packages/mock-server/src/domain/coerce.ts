import { definitionOf } from '@trickle/sdk/contract';
import * as z from 'zod/mini';

/**
 * Reads a value generously, as clients in untyped languages send it: members that are null are taken as left
 * out, a number where text is declared as its digits, numeric text as a number, 'true' and 'false' as
 * booleans. Whatever else is wrong stays as it is, for validation to tell. The value itself is not changed.
 */
// Unspecified: U-35
// Unspecified: U-36
export function coerce(type: z.core.$ZodType, value: unknown): unknown {
  const { type: kind, element, shape } = definitionOf(type);
  if (value === null) return value;
  switch (kind) {
    case 'string':
    case 'enum':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case 'number':
      return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'array':
      return Array.isArray(value) && element ? value.map((item) => coerce(element, item)) : value;
    case 'object':
      return typeof value === 'object' && !Array.isArray(value) ? coerceMembers(shape ?? {}, value) : value;
    default:
      return value;
  }
}

function coerceMembers(shape: Readonly<Record<string, z.core.$ZodType>>, value: object) {
  // `fromEntries`, since assigning to a member `__proto__` would make what was sent the prototype.
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const type = Object.hasOwn(shape, key) ? shape[key] : undefined;
      if (type === undefined) return [[key, member]];
      return member !== null || takesNull(type) ? [[key, coerce(type, member)]] : [];
    }),
  );
}

/** Whether null is a value of its own here, as in an order's `cancelled_at`. */
const takesNull = (type: z.core.$ZodType) => z.safeParse(type, null).success;
