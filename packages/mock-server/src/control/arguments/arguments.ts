import { field as f, type Schema, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { schemaProblems } from '../../values/schema-problems.ts';
import type { Argument, Signature } from './guard.ts';

/** A function that returns a promise. */
export const takes = (...takes: readonly Argument[]): Signature => ({ takes, isSync: false });

/** A function that returns its result itself. */
export const takesSync = (...takes: readonly Argument[]): Signature => ({ takes, isSync: true });

/** An object of options; `accountId` names an account. */
export const options = (name: string, shape: Schema): Argument => ({
  name,
  isOptional: true,
  problems: (value) => schemaProblems(shape, value),
  accountIn: (value) => (value as { readonly accountId?: unknown }).accountId, // an object by its schema
});

/** The same where the object has to be given. */
export const required = (argument: Argument): Argument => ({ ...argument, isOptional: false });

const Text = schema(() => f.name());

/** A text that is not empty, such as an id. */
export const text = (name: string): Argument => ({
  name,
  isOptional: false,
  problems: (value) => (Text().safeParse(value).success ? [] : [`${name} must be a text that is not empty`]),
});

/** The id of an account. */
export const accountId: Argument = { ...text('accountId'), accountIn: (value) => value };

/** The same where it may be left out. */
export const optionalAccountId: Argument = { ...accountId, isOptional: true };

/** A value that the function checks itself. */
export const anything = (name: string): Argument => ({ name, isOptional: false, problems: () => [] });

/** The members of an options object, none of which may be missing here. */
export type ShapeOf<T> = { readonly [Name in keyof Required<T>]: z.ZodMiniType };

/** The schema of an options object. */
export const optionsOf = <T>(shape: () => ShapeOf<T>): Schema => schema(() => z.strictObject(shape()));

/** What a function is; nothing can be said of what it takes. */
export const callable = () =>
  z.unknown().check(z.refine((value) => typeof value === 'function', { params: { code: 'format_error' } }));

/** The account that is meant; see the function for whose it is by default. */
export const ofAccount = () => ({ accountId: f.optional(f.name()) });
