import type * as z from 'zod/mini';
import type { ReadonlyValues } from '../store/records/with-defaults.ts';
import type { Declared, Input, Route } from './operation.ts';
import type { queries } from './operations/queries.ts';
import type { serverOperations } from './server-control.ts';
import type { Snake, Wire } from './wire.ts';

/*
 * The types of the admin API, for the inspector: no code, so that a page can import them.
 */

type Entry<R, I, Response> = { readonly route: R; readonly input: I; readonly response: Response };

type EntriesOf<Tree> = {
  [Name in keyof Tree]: Tree[Name] extends Declared<
    infer R,
    infer _M,
    infer _First,
    infer _Result,
    infer Response,
    infer OnWire
  >
    ? Route extends R
      ? never // only in the process
      : Entry<R, WireInput<OnWire>, Wire<Response>>
    : EntriesOf<Tree[Name]>;
}[keyof Tree];

/** Members that are objects: their members stand beside the others on the wire. */
type Groups<M> = {
  [Name in keyof M]: M[Name] extends z.ZodMiniType<object> ? Name : never;
}[keyof M];

type Merged<T> = (T extends unknown ? (value: T) => void : never) extends (value: infer All) => void
  ? All
  : never;

type Renamed<T> = { readonly [Name in keyof T as Snake<Name>]: T[Name] };

type GroupValue<M, Name> = Name extends keyof M
  ? M[Name] extends z.ZodMiniType<infer Value>
    ? ReadonlyValues<Value>
    : never
  : never;

type WireInput<M> = keyof M extends never
  ? Readonly<Record<string, never>>
  : Renamed<Input<Omit<M, Groups<M>>>> &
      ([Groups<M>] extends [never] ? unknown : Renamed<Merged<GroupValue<M, Groups<M>>>>);

type AnyEntry = EntriesOf<typeof serverOperations> | EntriesOf<typeof queries>;

/** The input of each operation, by its route: the members of path, query and body. */
export type Inputs = { readonly [E in AnyEntry as E['route']]: E['input'] };

/** The JSON of each operation's response, by its route. */
export type Responses = { readonly [E in AnyEntry as E['route']]: E['response'] };

export type { JsonSchema } from '@trickle/sdk/contract';
export type { FaultInput, FaultPlace } from '../faults/rule.ts';
export type { Cause } from '../store/engine/place.ts';
export type { Topic } from '../store/engine/schema.ts';
