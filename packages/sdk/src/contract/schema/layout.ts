/*
 * The envelopes around resources in request and response bodies ("Global rules" 6 and 7 of the interface). All
 * wrapping and unwrapping happens here.
 */

/** Layout of a request body: `one` resource, a v2 `batch`, a v3 `list`, or the `bare` object. */
export interface RequestLayout {
  readonly kind: 'one' | 'batch' | 'list' | 'bare';
  /** The plural resource name; empty for `bare`. */
  readonly name: string;
}

/** Layout of a response body. `empty` is `{}`, `none` is no body. */
export interface ResponseLayout {
  readonly kind: 'one' | 'many' | 'page' | 'bare' | 'empty' | 'none';
  /** The plural resource name; empty for `bare`, `empty` and `none`. */
  readonly name: string;
  /** Whether the body also has `linked`, with related records. */
  readonly hasLinked?: true;
}

/** Maximum number of records in a batch request ("Limits"). The minimum is 1. */
export const BATCH_LIMIT = 1000;

export type Bodies = Readonly<Record<string, readonly unknown[]>>;
// The casts below are safe for accepted bodies; the SDK trusts the service with the rest.
export const only = (body: unknown, name: string) => (body as Bodies)[name]?.[0];

export function wrapped({ kind, name }: RequestLayout, input: unknown): unknown {
  if (kind === 'one') return { [name]: [input] };
  if (kind === 'batch') return { batches: [{ [name]: input }] };
  return kind === 'list' ? { [name]: input } : input;
}

export function received({ kind, name, hasLinked }: ResponseLayout, body: unknown): unknown {
  if (kind === 'one') {
    const record = only(body, name);
    return hasLinked ? { ...(record as object), linked: (body as Bodies).linked } : record;
  }
  if (kind === 'many') return (body as Bodies)[name];
  if (kind === 'page') return { items: (body as Bodies)[name], meta: (body as Bodies).meta };
  return kind === 'bare' ? body : undefined;
}
