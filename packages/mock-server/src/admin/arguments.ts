import { field as f, type Schema, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { OptionsError, ServerClosed } from '../shared/values/errors.ts';
import { schemaProblems } from '../shared/values/schema-problems.ts';
import type { AccountIds } from './account-ids.ts';

export interface Argument {
  /** The name used in error messages. */
  readonly name: string;
  readonly isOptional: boolean;
  /** Returns everything that is wrong with a value. */
  problems(value: unknown): readonly string[];
  /** Returns the account id in the value, if any. */
  accountIn?(value: unknown): unknown;
}

export interface Signature {
  readonly takes: readonly Argument[];
  /** Whether the function returns its result directly instead of a promise. */
  readonly isSync: boolean;
}

export type Signatures<T> = {
  readonly [Name in keyof T as Name extends string
    ? T[Name] extends object
      ? Name
      : never
    : never]-?: T[Name] extends Callable ? Signature : Signatures<T[Name]>;
};

type Callable = (...args: never[]) => unknown;

/** Conditions that every call is checked against, besides its signature. */
export interface Gate {
  isClosed(): boolean;
  /** Waits until this server knows what other servers of the database have changed. */
  sync(): Promise<void> | undefined;
  readonly accounts: AccountIds;
  /** The only account that calls may name. Default: any. */
  readonly own?: string | undefined;
}

/** Returns a copy whose functions check their arguments and accounts, and throw once the server is closed. */
export function guarded<T extends object>(target: T, signatures: object, gate: Gate, path = ''): T {
  const result = {} as T; // filled below with the members of `target`
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(target))) {
    const signature = (signatures as Readonly<Record<string, Signature | object>>)[name]; // see `Signatures`
    const { value } = descriptor;
    if (signature === undefined) Object.defineProperty(result, name, descriptor);
    else {
      const full = path === '' ? name : `${path}.${name}`;
      const wrapped =
        typeof value === 'function'
          ? gated(full, value, signature as Signature, gate)
          : guarded(value, signature, gate, full);
      Object.defineProperty(result, name, { ...descriptor, value: wrapped });
    }
  }
  for (const symbol of Object.getOwnPropertySymbols(target)) {
    Object.defineProperty(result, symbol, { value: Reflect.get(target, symbol) });
  }
  return result;
}

type Work = (...args: readonly unknown[]) => unknown;

function gated(name: string, work: Work, signature: Signature, gate: Gate): Work {
  const check = (args: readonly unknown[]): string[] => {
    if (gate.isClosed()) throw new ServerClosed();
    checkArguments(name, signature, args);
    const ids = accountsIn(signature, args);
    for (const id of ids) assertOwnAccount(id, gate.own);
    return gate.own === undefined ? ids : [gate.own];
  };
  if (signature.isSync) {
    return (...args) => {
      for (const id of check(args)) gate.accounts.require(id);
      return work(...args);
    };
  }
  return async (...args) => {
    const ids = check(args);
    const syncing = gate.sync();
    if (syncing !== undefined) await syncing;
    for (const id of ids) await gate.accounts.assertExists(id);
    return work(...args);
  };
}

/** Throws an `OptionsError` for missing, invalid or unknown arguments. */
export function checkArguments(name: string, { takes }: Signature, args: readonly unknown[]): void {
  const problems = takes.flatMap((argument, i) => {
    const value = args[i];
    if (value === undefined) return argument.isOptional ? [] : [`${argument.name} is required`];
    if (argument.isOptional && isEmpty(value)) return []; // checking it by the schema would slow the start of a server
    return argument.problems(value);
  });
  // `map` and `forEach` pass extra arguments. Ignore those.
  const strays = args.slice(takes.length).filter((value) => isPlain(value) || typeof value === 'string');
  if (strays.length > 0) problems.push(`unknown argument ${JSON.stringify(strays[0])}`);
  if (problems.length > 0) throw new OptionsError(problems, `${name}: ${problems.join('; ')}`);
}

const isEmpty = (value: unknown) =>
  isPlain(value) &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.keys(value as object).length === 0;

const isPlain = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

const accountsIn = ({ takes }: Signature, args: readonly unknown[]): string[] =>
  takes.flatMap(({ accountIn }, i) => {
    const id = args[i] === undefined ? undefined : accountIn?.(args[i]);
    return typeof id === 'string' ? [id] : [];
  });

function assertOwnAccount(id: string, own: string | undefined): void {
  if (own === undefined || id === own) return;
  throw new OptionsError([`this is account '${own}'; use the server's functions for account '${id}'`]);
}

export const takes = (...takes: readonly Argument[]): Signature => ({ takes, isSync: false });

export const takesSync = (...takes: readonly Argument[]): Signature => ({ takes, isSync: true });

/** An optional options object. A member `accountId` names an account. */
export const options = (name: string, shape: Schema): Argument => ({
  name,
  isOptional: true,
  problems: (value) => schemaProblems(shape, value),
  accountIn: (value) => (value as { readonly accountId?: unknown }).accountId, // the schema checks that it is an object
});

/** A schema for each option, of its type. As the declared return type of a function, it rejects schemas of members that do not exist. */
export type ShapeOf<T> = { readonly [Name in keyof Required<T>]: z.ZodMiniType<T[Name] | undefined> };

export const optionsOf = <T>(shape: () => ShapeOf<T>): Schema<z.ZodMiniType<Partial<T>>> =>
  schema(() => z.strictObject(shape()) as z.ZodMiniType<Partial<T>>); // see `ShapeOf`

/** A callback. Its parameters cannot be checked. */
export const callable = <Callback>() =>
  z
    .custom<Callback>()
    .check(z.refine((value) => typeof value === 'function', { params: { code: 'format_error' } }));

export const count = () => f.optional(f.integerFrom(0));

export const milliseconds = () => f.optional(z.number().check(z.gte(0)));
