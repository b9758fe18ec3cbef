import type * as z from 'zod/mini';

/** The members of zod's definitions that lead further down a schema, or name a format. */
export interface Definition {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly catchall?: z.core.$ZodType;
  readonly format?: string;
}

/** The definition of a type below any `optional` and `nullable`. */
export function definitionOf(type: z.core.$ZodType): Definition {
  const definition = type._zod.def as Definition; // zod's definitions are a union by `type`
  return definition.innerType ? definitionOf(definition.innerType) : definition;
}

/** The definition that a schema has at a path, as in `['items', 0, 'name']`. */
export function definitionAt(root: z.core.$ZodType, path: readonly PropertyKey[]): Definition | undefined {
  const end = path.reduce<z.core.$ZodType | undefined>((type, key) => {
    const definition = type && definitionOf(type);
    return definition?.shape?.[String(key)] ?? definition?.element ?? definition?.valueType;
  }, root);
  return end && definitionOf(end);
}
