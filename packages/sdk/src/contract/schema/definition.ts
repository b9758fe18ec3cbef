import type * as z from 'zod/mini';

/** The members of zod's definitions that lead to nested types or name a format. */
export interface Definition {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly catchall?: z.core.$ZodType;
  readonly format?: string;
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly checks?: readonly z.core.$ZodCheck[];
}

/** Unwraps `optional` and `nullable`. */
export function innermost(type: z.core.$ZodType): z.core.$ZodType {
  const { innerType } = type._zod.def as Definition; // zod's definitions are a union by `type`
  return innerType ? innermost(innerType) : type;
}

/** The definition of a type, without `optional` and `nullable`. */
export function definitionOf(type: z.core.$ZodType): Definition {
  return innermost(type)._zod.def as Definition;
}

/** The type of a member or element, by its key. */
export function typeUnder(type: z.core.$ZodType, key: PropertyKey): z.core.$ZodType | undefined {
  const { shape = {}, element, valueType } = definitionOf(type);
  return Object.hasOwn(shape, key) ? shape[String(key)] : (element ?? valueType);
}

/** The definition at a path of a schema, such as `['items', 0, 'name']`. */
export function definitionAt(root: z.core.$ZodType, path: readonly PropertyKey[]): Definition | undefined {
  const end = path.reduce<z.core.$ZodType | undefined>((type, key) => type && typeUnder(type, key), root);
  return end && definitionOf(end);
}
