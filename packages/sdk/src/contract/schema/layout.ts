/*
 * What lies around a resource on the wire ("Global rules" 6 and 7 of the interface). Nobody else in this
 * project writes `[0]` or `{ batches: [ … ] }`.
 */

/** How a request body is laid out: `one` resource, a v2 `batch`, a v3 `list`, or the `bare` object. */
export interface RequestLayout {
  readonly kind: 'one' | 'batch' | 'list' | 'bare';
  /** The plural resource name; empty for `bare`. */
  readonly name: string;
}

/** How a response body is laid out. `empty` is `{}`, `none` is no body at all. */
export interface ResponseLayout {
  readonly kind: 'one' | 'many' | 'page' | 'bare' | 'empty' | 'none';
  /** The plural resource name; empty for `bare`, `empty` and `none`. */
  readonly name: string;
  /** Whether `linked` stands beside the record, with related ones. */
  readonly hasLinked?: true;
}

/** The most records that one batch request may hold; the fewest is 1 ("Limits"). */
export const BATCH_LIMIT = 1000;

type Bodies = Readonly<Record<string, readonly unknown[]>>;
// The casts below are safe after the body was accepted; the SDK trusts the service that far.
const only = (body: unknown, name: string) => (body as Bodies)[name]?.[0];

/** The body of a request for a record, or for records. */
export function wrapped({ kind, name }: RequestLayout, input: unknown): unknown {
  switch (kind) {
    case 'one':
      return { [name]: [input] };
    case 'batch':
      return { batches: [{ [name]: input }] };
    case 'list':
      return { [name]: input };
    case 'bare':
      return input;
  }
}

/** The record or records of the body of a request. */
export function unwrapped({ kind, name }: RequestLayout, body: unknown): unknown {
  switch (kind) {
    case 'one':
      return only(body, name);
    case 'batch':
      return (only(body, 'batches') as Bodies)[name];
    case 'list':
      return (body as Bodies)[name];
    case 'bare':
      return body;
  }
}

/** What a call gives of the body of an answer. */
export function received({ kind, name, hasLinked }: ResponseLayout, body: unknown): unknown {
  switch (kind) {
    case 'one': {
      const record = only(body, name);
      return hasLinked ? { ...(record as object), linked: (body as { linked: unknown }).linked } : record;
    }
    case 'many':
      return (body as Bodies)[name];
    case 'page':
      return { items: (body as Bodies)[name], meta: (body as { meta: unknown }).meta };
    case 'bare':
      return body;
    case 'empty':
    case 'none':
      return undefined;
  }
}
