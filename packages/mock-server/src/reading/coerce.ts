import { definitionOf } from '@trickle/sdk/contract';
import type * as z from 'zod/mini';
import { scalarAs } from './scalars.ts';

/**
 * The members of an object that came as texts, in a path or a query, as the kinds of value that a schema declares.
 * What fits no kind stays as it is, for validation to refuse.
 */
export function coerce(type: z.core.$ZodType, texts: object): object {
  const { shape = {} } = definitionOf(type);
  // `fromEntries`, since assigning to a member `__proto__` would make what was sent the prototype.
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const kind = Object.hasOwn(shape, name) && shape[name] ? definitionOf(shape[name]).type : undefined;
      return [name, kind === 'number' || kind === 'boolean' ? scalarAs(kind, text) : text];
    }),
  );
}
