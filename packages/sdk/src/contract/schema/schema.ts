import type * as z from 'zod/mini';

/**
 * A schema that is built on first use and then cached, since building all schemas at import would dominate a cold
 * start. Call it to get the zod type.
 */
export type Schema<Type extends z.ZodMiniType = z.ZodMiniType> = () => Type;

export type Infer<S extends Schema> = z.infer<ReturnType<S>>;

export function schema<Type extends z.ZodMiniType>(build: () => Type): Schema<Type> {
  let built: Type | undefined;
  return () => {
    built ??= build();
    return built;
  };
}

/** `T` with at least one of the members `Names`. */
export type RequireOne<T, Names extends keyof T> = T &
  { [N in Names]: { [K in N]: NonNullable<T[K]> } }[Names];

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

export function typeUnder(type: z.core.$ZodType, key: PropertyKey): z.core.$ZodType | undefined {
  const { shape = {}, element, valueType } = definitionOf(type);
  return Object.hasOwn(shape, key) ? shape[String(key)] : (element ?? valueType);
}

/** The definition at a path of a schema, such as `['items', 0, 'name']`. */
export function definitionAt(root: z.core.$ZodType, path: readonly PropertyKey[]): Definition | undefined {
  const end = path.reduce<z.core.$ZodType | undefined>((type, key) => type && typeUnder(type, key), root);
  return end && definitionOf(end);
}
