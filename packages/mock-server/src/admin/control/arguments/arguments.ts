import { field as f, type Schema, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import type { ClockSettings } from '../../../domain/context/server-clock.ts';
import { schemaProblems } from '../../../shared/values/schema-problems.ts';
import type { Argument, Signature } from './guard.ts';

/** The signature of an async function. */
export const takes = (...takes: readonly Argument[]): Signature => ({ takes, isSync: false });

/** The signature of a sync function. */
export const takesSync = (...takes: readonly Argument[]): Signature => ({ takes, isSync: true });

/** An optional options object. A member `accountId` names an account. */
export const options = (name: string, shape: Schema): Argument => ({
  name,
  isOptional: true,
  problems: (value) => schemaProblems(shape, value),
  accountIn: (value) => (value as { readonly accountId?: unknown }).accountId, // the schema checks that it is an object
});

/** Makes an argument required. */
export const required = (argument: Argument): Argument => ({ ...argument, isOptional: false });

const Text = schema(() => f.name());

/** A non-empty string, such as an id. */
export const text = (name: string): Argument => ({
  name,
  isOptional: false,
  problems: (value) => (Text().safeParse(value).success ? [] : [`${name} must be a non-empty text`]),
});

/** A required account id. */
export const accountId: Argument = { ...text('accountId'), accountIn: (value) => value };

/** An optional account id. */
export const optionalAccountId: Argument = { ...accountId, isOptional: true };

/** A required value that the function validates itself. */
export const anything = (name: string): Argument => ({ name, isOptional: false, problems: () => [] });

/** The schemas of an options object: one for every member. */
export type ShapeOf<T> = { readonly [Name in keyof Required<T>]: z.ZodMiniType };

/** The strict schema of an options object. */
export const optionsOf = <T>(shape: () => ShapeOf<T>): Schema => schema(() => z.strictObject(shape()));

/** A callback. Its parameters cannot be checked. */
export const callable = () =>
  z.unknown().check(z.refine((value) => typeof value === 'function', { params: { code: 'format_error' } }));

/** An optional account id. Each function documents its default. */
export const ofAccount = () => ({ accountId: f.optional(f.name()) });

/** An optional count from 0. */
export const count = () => f.optional(f.integerFrom(0));

/** An optional number of milliseconds. */
export const milliseconds = () => f.optional(z.number().check(z.gte(0)));

const Speed = schema(() => z.number().check(z.gte(0), z.lte(1_000_000)));

/** The settings of a clock. */
export const ClockOptions = optionsOf<ClockSettings>(() => ({
  now: f.optional(z.unknown()), // a string or `Date`, parsed by the clock
  speed: f.optional(Speed()),
}));
