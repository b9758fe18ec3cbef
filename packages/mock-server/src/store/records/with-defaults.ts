import type * as z from 'zod/mini';

type Members = () => z.core.$ZodShape;

/** The values of members, as a seed has them. */
export type Values<M extends Members> = ReadonlyValues<z.output<z.ZodMiniObject<ReturnType<M>>>>;

export type ReadonlyValues<T> = T extends readonly unknown[] | Record<string, unknown>
  ? { readonly [Name in keyof T]: ReadonlyValues<T[Name]> }
  : T;

/** The values of members, as they are stored: those with a default are always there. */
export type WithDefaults<M extends Members, Defaults> = Completed<Values<M>, Defaults>;

type Completed<T, Defaults> = Readonly<Omit<T, keyof Defaults>> & {
  readonly [Name in keyof Defaults]: Name extends keyof T ? Exclude<T[Name], undefined> : Defaults[Name];
};

/** Adds the defaults of members that are absent or undefined. */
export function withDefaults<T extends object, Defaults extends object>(values: T, defaults: Defaults) {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(present) } as Completed<T, Defaults>; // what is absent has a default
}
