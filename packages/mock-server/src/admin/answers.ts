import type { Declared, Route } from './operation.ts';
import type { queries } from './operations/queries.ts';
import type { TOPICS } from './queries/changes.ts';
import type { serverOperations } from './server-control.ts';
import type { Wire } from './wire.ts';

/*
 * The types of the admin API, for the inspector: no code, so that a page can import them.
 */

/** An operation of a tree, by its route. */
type Entry<R, Answer> = { readonly route: R; readonly answer: Answer };

type EntriesOf<Tree> = {
  [Name in keyof Tree]: Tree[Name] extends Declared<
    infer R,
    infer _M,
    infer _First,
    infer _Result,
    infer Answer
  >
    ? Route extends R
      ? never // only in the process
      : Entry<R, Answer>
    : EntriesOf<Tree[Name]>;
}[keyof Tree];

type AnyEntry = EntriesOf<typeof serverOperations> | EntriesOf<typeof queries>;

/** The JSON response of each operation, by its route. */
export type Answers = { readonly [E in AnyEntry as E['route']]: Wire<E['answer']> };

/** What changes. */
export type Topic = (typeof TOPICS)[number];

export type { FaultInput, FaultPlace } from '../faults/rule.ts';
export type { Cause } from '../store/engine/cause.ts';
