import type { Infer, Schema } from '@trickle/sdk/contract';
import type { Server } from '../control/server-control.ts';

/** One operation of the admin API, as data: routes, checks, the OpenAPI document and the docs are made of it. */
export interface AdminOperation {
  /** As in `clock.advance`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Placeholders stand in braces. */
  readonly path: string;
  /** What it does, in a sentence. */
  readonly summary: string;
  /** What is answered, in a sentence. */
  readonly answers: string;
  /** The status of success; 204 without a body. */
  readonly status: number;
  /** The members of path, query and body together; none when left out. */
  readonly input: Schema | undefined;
  /** Whether the body is as in a file: neither checked here nor renamed. */
  readonly isVerbatim: boolean;
  /** Calls the function of the server that does it; members of the input have the names of the wire. */
  run(server: Server, input: unknown): unknown;
}

interface Definition<S extends Schema> extends Partial<Pick<AdminOperation, 'status' | 'isVerbatim'>> {
  readonly summary: string;
  readonly answers: string;
  readonly input?: S;
  run(server: Server, input: Infer<S>): unknown;
}

/** Defines an operation: `GET /_admin/accounts` and what it does. */
export function operation<S extends Schema>(
  name: string,
  route: `${AdminOperation['method']} /_admin${string}`,
  { status = 200, isVerbatim = false, input, ...definition }: Definition<S>,
): AdminOperation {
  const [method, path = ''] = route.split(' ');
  return {
    name,
    method: method as AdminOperation['method'], // the type of `route` says so
    path,
    status,
    isVerbatim,
    input,
    ...(definition as Pick<AdminOperation, 'summary' | 'answers' | 'run'>), // the input was checked by the schema
  };
}
