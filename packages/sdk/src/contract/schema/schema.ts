import type * as z from 'zod/mini';

/**
 * A schema that is built on first use and then cached, since building all schemas at import would dominate a cold
 * start. Call it to get the zod type.
 */
export type Schema<Type extends z.ZodMiniType = z.ZodMiniType> = () => Type;

/** The value that a {@link Schema} describes. */
export type Infer<S extends Schema> = z.infer<ReturnType<S>>;

/** Defers building a schema until its first use. */
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
