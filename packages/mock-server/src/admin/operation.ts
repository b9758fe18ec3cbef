import { definitionOf, type Infer, type Schema } from '@trickle/sdk/contract';
import type { Server } from './control/server-control.ts';
import type { Inspector } from './queries/inspector.ts';

/**
 * An operation of the admin API as data. Routes, validation, the OpenAPI document and the docs are derived from it.
 */
export interface AdminOperation {
  /** For example `clock.advance`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With placeholders in braces. */
  readonly path: string;
  /** A short imperative sentence, without a period. */
  readonly summary: string;
  /** The response in a sentence. */
  readonly answers: string;
  /** The success status; 204 has no body. */
  readonly status: number;
  /** The schema of path, query and body members together. Undefined: no input. */
  readonly input: Schema | undefined;
  /** Whether the body is passed on unchanged, without validation and renaming. */
  readonly isVerbatim: boolean;
  /**
   * Who may run it: `account` callers with a key of the account, limited to it, `server` only operators. Default:
   * `account` if the input has `account_id`.
   */
  readonly access: 'account' | 'server' | undefined;
  /** Runs the operation. Input members have their wire names. A `Response` is sent as it is. */
  run(server: Server, input: unknown, inspector: Inspector): unknown;
}

interface Definition<S extends Schema>
  extends Partial<Pick<AdminOperation, 'status' | 'isVerbatim' | 'access'>> {
  readonly summary: string;
  readonly answers: string;
  readonly input?: S;
  run(server: Server, input: Infer<S>, inspector: Inspector): unknown;
}

/** Defines an operation by name and route, as in `GET /_admin/accounts`. */
export function operation<S extends Schema>(
  name: string,
  route: `${AdminOperation['method']} /_admin${string}`,
  { status = 200, isVerbatim = false, access, input, ...definition }: Definition<S>,
): AdminOperation {
  const [method, path = ''] = route.split(' ');
  return {
    name,
    method: method as AdminOperation['method'], // guaranteed by the type of `route`
    path,
    status,
    isVerbatim,
    access,
    input,
    ...(definition as Pick<AdminOperation, 'summary' | 'answers' | 'run'>), // the schema validates the input
  };
}

/** Whether the input of an operation names an account. */
export const takesAccount = ({ input }: AdminOperation): boolean =>
  input !== undefined && 'account_id' in (definitionOf(input()).shape ?? {});

/** Who may run an operation. */
export const accessTo = (operation: AdminOperation): 'account' | 'server' =>
  operation.access ?? (takesAccount(operation) ? 'account' : 'server');
