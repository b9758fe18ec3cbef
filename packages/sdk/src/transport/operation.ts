import type { Endpoint, LimitClass, Method } from '../contract/schema/endpoint.ts';
import {
  BATCH_LIMIT,
  type RequestLayout,
  type ResponseLayout,
  received,
  wrapped,
} from '../contract/schema/layout.ts';
import type { Test } from '../contract/schema/predicates.ts';

/** What the table has of an operation: the parts of its endpoint in the contract that a call needs. */
interface Facts {
  readonly method: Method;
  /** Relative to `baseUrl`. Placeholders stand in braces. */
  readonly path: string;
  readonly body?: RequestLayout & { readonly item: Test };
  readonly query?: Test;
  readonly response: ResponseLayout;
  /** Default `individual`. */
  readonly limit?: LimitClass;
  /** Default: true for GET, PUT and DELETE, false for POST. */
  readonly repeatable?: boolean;
  /** Whether it updates one person, so that the service does one at a time. Default false. */
  readonly updatesSubscriber?: boolean;
}

/** One operation of the interface, as calls need it: without zod, which is loaded once an input is doubtful. */
export class Operation<Input = unknown, Output = unknown, Query = unknown> {
  /** Noun and method, as in the contract: `subscribers.upsert`. */
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly limit: LimitClass;
  readonly repeatable: boolean;
  readonly updatesSubscriber: boolean;
  readonly response: ResponseLayout;
  readonly #body: Facts['body'];
  readonly #query: Test | undefined;

  constructor(name: string, facts: Facts) {
    const { method, path, body, query, response, updatesSubscriber = false } = facts;
    const { limit = 'individual', repeatable = method !== 'POST' } = facts;
    this.name = name;
    this.method = method;
    this.path = path;
    this.limit = limit;
    this.repeatable = repeatable;
    this.updatesSubscriber = updatesSubscriber;
    this.response = response;
    this.#body = body;
    this.#query = query;
  }

  /** The body of the request; undefined for an operation without one. */
  wrap(input: Input | undefined): unknown {
    return this.#body && wrapped(this.#body, input);
  }

  /** What the call gives of the body of the answer. */
  unwrap(body: unknown): Output {
    return received(this.response, body) as Output; // the service is trusted that far
  }

  /** Whether it is sure that input and query are right. */
  accepts(input: Input | undefined, query: Query | undefined): boolean {
    return this.#acceptsBody(input) && (query === undefined || !this.#query || this.#query(query, true));
  }

  /** Whether it is sure that this record of a batch is right. */
  acceptsRecord(record: unknown): boolean {
    return this.#body?.item(record, true) ?? false;
  }

  #acceptsBody(input: unknown): boolean {
    if (!this.#body) return true;
    const { kind } = this.#body;
    if (kind === 'one' || kind === 'bare') return this.acceptsRecord(input);
    if (!Array.isArray(input) || input.length === 0 || input.length > BATCH_LIMIT) return false;
    for (const record of input) if (!this.acceptsRecord(record)) return false; // `every` would pass over gaps
    return true;
  }
}

/**
 * A record, or records, of which any text may be a `Date`, since a type of the contract does not tell times from
 * other texts. The types of `records` do, which is what callers see.
 */
type WithDates<T> = T extends readonly (infer One)[]
  ? readonly WithDates<One>[]
  : { [Name in keyof T]: string extends T[Name] ? T[Name] | Date : T[Name] };

/** The operations of a noun with the types of their endpoints. */
type Operations<Endpoints> = {
  readonly [Method in keyof Endpoints]: Endpoints[Method] extends Endpoint<
    infer Input,
    infer Output,
    infer Query
  >
    ? Operation<WithDates<Input>, Output, WithDates<Query>>
    : never;
};

/** The operations of a noun of the contract. */
export function noun<Endpoints>(
  name: string,
  facts: { readonly [Method in keyof Endpoints]: Facts },
): Operations<Endpoints> {
  const operations = Object.entries<Facts>(facts).map(([method, one]) => [
    method,
    new Operation(`${name}.${method}`, one),
  ]);
  return Object.fromEntries(operations) as Operations<Endpoints>; // the table is made from the endpoints
}
