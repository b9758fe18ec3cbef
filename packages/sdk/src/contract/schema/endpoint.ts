import type * as z from 'zod/mini';
import type { RequestEnvelope, ResponseEnvelope } from './envelope.ts';
import type { Schema } from './schema.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Which hourly budget a request is counted against ("Limits"); null for none. */
export type LimitClass = 'individual' | 'batch' | null;

/** One operation of the interface, as data. */
export interface Endpoint<Input = unknown, Output = unknown, Query = unknown> {
  readonly method: Method;
  /** Relative to `base_url`, or to `auth_url` for OAuth. Placeholders stand in braces. */
  readonly path: string;
  /** The status of success. */
  readonly status: number;
  /** Further statuses that the interface documents for this endpoint alone. */
  readonly also?: readonly number[];
  /** Whether success carries a `Location` header. */
  readonly location?: true;
  readonly limit: LimitClass;
  /** Whether doing it twice has the effect of doing it once, so that it may be sent again. */
  readonly repeatable: boolean;
  readonly query?: Schema<z.ZodMiniType<Query>>;
  readonly body?: RequestEnvelope<Input>;
  readonly response: ResponseEnvelope<Output>;
}

type Definition<Input, Output, Query> = Omit<Endpoint<Input, Output, Query>, 'limit' | 'repeatable'> & {
  /** Default `individual`. */
  readonly limit?: LimitClass;
  /** Default: true for GET, PUT and DELETE, false for POST. */
  readonly repeatable?: boolean;
};

/** Defines an endpoint and freezes it. */
export function endpoint<Input, Output, Query = undefined>(
  definition: Definition<Input, Output, Query>,
): Endpoint<Input, Output, Query> {
  return Object.freeze({ limit: 'individual', repeatable: definition.method !== 'POST', ...definition });
}
