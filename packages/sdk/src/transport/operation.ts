import type { Endpoint, LimitClass, Method } from '../contract/schema/endpoint.ts';
import {
  BATCH_LIMIT,
  type RequestLayout,
  type ResponseLayout,
  received,
  wrapped,
} from '../contract/schema/layout.ts';
import type { Test } from '../contract/schema/predicates.ts';

type RareTests = typeof import('./rare-tests.generated.ts');
let rareTests: RareTests | undefined;

/** Loads the tests of inputs that few programs send. */
export async function loadRareTests(): Promise<void> {
  rareTests ??= await import('./rare-tests.generated.ts');
}

/** One of these tests. Accepts nothing until they are loaded. */
export const rare =
  (name: keyof RareTests): Test =>
  (value, isClosed) =>
    rareTests?.[name](value, isClosed) ?? false;

/** An entry of the table: the parts of an endpoint of the contract that a call needs. Default of names: the noun. */
interface Facts {
  /** Default `GET`. */
  readonly method?: Method;
  /** Relative to `baseUrl`, with placeholders in braces. A path without a version follows `/v2/{account_id}`. */
  readonly path: string;
  /** `item` is the fast test of a record. Without it, inputs are always validated with zod. */
  readonly body?: Pick<RequestLayout, 'kind'> & Partial<RequestLayout> & { readonly item?: Test };
  readonly query?: Test;
  /** Default kind: `none`. */
  readonly response?: Partial<ResponseLayout>;
  /** Default `individual`. */
  readonly limit?: LimitClass;
  /** Default: true for GET, PUT and DELETE, false for POST. */
  readonly repeatable?: boolean;
  /** Whether it updates one subscriber. The service runs one such update at a time. Default false. */
  readonly updatesSubscriber?: boolean;
}

/** One operation of the interface, without zod. Only an input that the fast checks do not accept loads zod. */
export class Operation<Input = unknown, Output = unknown, Query = unknown> {
  /** Noun and method of the contract: `subscribers.upsert`. */
  declare readonly name: string;
  declare readonly method: Method;
  declare readonly path: string;
  declare readonly limit: LimitClass;
  declare readonly repeatable: boolean;
  declare readonly updatesSubscriber: boolean;
  declare readonly response: ResponseLayout;
  readonly #body: (RequestLayout & { readonly item?: Test }) | undefined;
  readonly #query: Test | undefined;

  constructor(name: string, facts: Facts) {
    const { method = 'GET', path, body, query, response, updatesSubscriber = false } = facts;
    const { limit = 'individual', repeatable = method !== 'POST' } = facts;
    const [noun = ''] = name.split('.');
    Object.assign(this, { name, method, limit, repeatable, updatesSubscriber });
    this.path = /^\/v\d/.test(path) ? path : `/v2/{account_id}${path}`;
    this.response = { kind: 'none', name: noun, ...response };
    this.#body = body && { name: noun, ...body };
    this.#query = query;
  }

  /** Wraps an input in the body of the request. Returns undefined for an operation without a body. */
  wrap(input: Input | undefined): unknown {
    return this.#body && wrapped(this.#body, input);
  }

  unwrap(body: unknown): Output {
    return received(this.response, body) as Output; // the SDK trusts the service here
  }

  /** Whether input and query are certainly valid. */
  fastAccepts(input: Input | undefined, query: Query | undefined): boolean {
    return this.#acceptsBody(input) && (query === undefined || !this.#query || this.#query(query, true));
  }

  /** Whether this record of a batch is certainly valid. */
  fastAcceptsRecord(record: unknown): boolean {
    return this.#body?.item?.(record, true) ?? false;
  }

  #acceptsBody(input: unknown): boolean {
    if (!this.#body) return true;
    const { kind } = this.#body;
    if (kind === 'one' || kind === 'bare') return this.fastAcceptsRecord(input);
    if (!Array.isArray(input) || input.length === 0 || input.length > BATCH_LIMIT) return false;
    for (const record of input) if (!this.fastAcceptsRecord(record)) return false; // `every` would skip gaps
    return true;
  }
}

/**
 * A record, or records, as callers pass them: lists are read-only, any string may be a `Date`, since the contract's types do
 * not distinguish times from other strings, and an object with names of one's own is any object. The types of
 * `records.generated.ts`, which callers see, are stricter.
 */
type Given<T> = T extends readonly (infer One)[]
  ? readonly Given<One>[]
  : { [Name in keyof T]: GivenMember<T[Name]> };

type GivenMember<T> = T extends readonly (infer Item)[]
  ? readonly GivenMember<Item>[]
  : T extends object
    ? string extends keyof T
      ? object
      : { [Name in keyof T]: GivenMember<T[Name]> }
    : string extends T
      ? T | Date
      : T;

/** The operations of a noun with the types of their endpoints. */
type Operations<Endpoints> = {
  readonly [Method in keyof Endpoints]: Endpoints[Method] extends Endpoint<
    infer Input,
    infer Output,
    infer Query
  >
    ? Operation<Given<Input>, Output, Given<Query>>
    : never;
};

/** Creates the operations of a noun from their entries in the table. */
export function noun<Endpoints>(
  name: string,
  facts: { readonly [Method in keyof Endpoints]: Facts },
): Operations<Endpoints> {
  const operations = Object.entries<Facts>(facts).map(([method, entry]) => [
    method,
    new Operation(`${name}.${method}`, entry),
  ]);
  return Object.fromEntries(operations) as Operations<Endpoints>; // the table is generated from the endpoints
}

/**
 * Fills the placeholders of a path with percent-encoded values. Returns undefined for a value that would change the
 * meaning of the path (empty, a dot segment, not a string): a missing id must never turn `get` into `list` or address
 * another resource. `pathErrorOf` explains the problem.
 */
export function fillPath(template: string, values: readonly unknown[]): string | undefined {
  let isValid = true;
  let count = 0;
  const path = template.replaceAll(/\{\w+\}/g, () => {
    const value = values[count++];
    const text = typeof value === 'string' && !/^\.{0,2}$/.test(value) && encoded(value);
    if (text) return text;
    isValid = false;
    return '';
  });
  return isValid ? path : undefined;
}

/** Percent-encodes a value; undefined if it contains half of a surrogate pair. */
export function encoded(value: string): string | undefined {
  try {
    return encodeURIComponent(value);
  } catch {
    return undefined; // React Native has no `isWellFormed`
  }
}
