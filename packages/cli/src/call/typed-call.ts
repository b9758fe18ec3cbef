import type { Context } from '../connection/context.ts';
import type { Operation } from '../operations/operations.ts';

/** A call as typed. */
export interface TypedCall extends Context {
  readonly operation: Operation;
  readonly values: readonly string[];
  readonly options: Readonly<Record<string, string>>;
}
