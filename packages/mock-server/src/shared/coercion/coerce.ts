import { definitionOf } from '@trickle/sdk/contract';
import type * as z from 'zod/mini';
import { scalarAs } from './scalars.ts';

/**
 * Converts the text members of a path or query to the types that a schema declares. Values that do not fit are left
 * for validation.
 */
export function coerce(type: z.core.$ZodType, texts: object): object {
  const { shape = {} } = definitionOf(type);
  // Use `fromEntries`: assigning `__proto__` would set the prototype.
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const kind = Object.hasOwn(shape, name) && shape[name] ? definitionOf(shape[name]).type : undefined;
      return [name, kind === 'number' || kind === 'boolean' ? scalarAs(kind, text) : text];
    }),
  );
}
