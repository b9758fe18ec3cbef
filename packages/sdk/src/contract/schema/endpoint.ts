import type * as z from 'zod/mini';
import type { RequestEnvelope, ResponseEnvelope } from './envelope.ts';
import type { Schema } from './schema.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The hourly rate limit that a request counts against ("Limits"); null for none. */
export type LimitClass = 'individual' | 'batch' | null;

/** One operation of the interface, as data. */
export interface Endpoint<Input = unknown, Output = unknown, Query = unknown> {
  readonly method: Method;
  /** Relative to `base_url`, or to `auth_url` for OAuth. Placeholders are in braces. */
  readonly path: string;
  /** HTTP status of a successful response. */
  readonly status: number;
  /** Further statuses documented for this endpoint only. */
  readonly also?: readonly number[];
  /** Whether a successful response has a `Location` header. */
  readonly location?: true;
  readonly limit: LimitClass;
  /** Whether the operation is idempotent, so a request may be retried. */
  readonly repeatable: boolean;
  readonly query?: Schema<z.ZodMiniType<Query>>;
  readonly body?: RequestEnvelope<Input>;
  readonly response: ResponseEnvelope<Output>;
}

type Usual = 'method' | 'path' | 'status' | 'limit' | 'repeatable';
type Definition<Input, Output, Query> = Omit<Endpoint<Input, Output, Query>, Usual> & {
  /** Default: 204 for a response without a body, 200 for others. */
  readonly status?: number;
  /** Default: `batch` for a body of several records, `individual` for others. */
  readonly limit?: LimitClass;
  /** Default: true for GET, PUT and DELETE, false for POST. */
  readonly repeatable?: boolean;
};

/** Defines an endpoint by its route, and freezes it. */
export function endpoint<Input, Output, Query = undefined>(
  route: `${Method} /${string}`,
  definition: Definition<Input, Output, Query>,
): Endpoint<Input, Output, Query> {
  const [method, path] = route.split(' ') as [Method, string]; // the type of a route
  const { body, response } = definition;
  const status = response.kind === 'none' ? 204 : 200;
  const limit = body?.kind === 'batch' || body?.kind === 'list' ? 'batch' : 'individual';
  return Object.freeze({ method, path, status, limit, repeatable: method !== 'POST', ...definition });
}
