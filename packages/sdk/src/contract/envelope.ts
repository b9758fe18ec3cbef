import * as z from 'zod/mini';
import { type Schema, schema } from './schema.ts';

/*
 * What lies around a resource on the wire ("Global rules" 6 and 7 of the interface). Nobody else in this
 * project writes `[0]` or `{ batches: [ … ] }`.
 */

/** How a request body is laid out: `one` resource, a v2 `batch`, a v3 `list`, or the `bare` object. */
export interface RequestEnvelope<Input = unknown> {
  readonly kind: 'one' | 'batch' | 'list' | 'bare';
  /** The plural resource name; empty for `bare`. */
  readonly name: string;
  /** One record. */
  readonly item: Schema;
  /** The whole body. */
  readonly wire: Schema;
  wrap(input: Input): unknown;
  /** The record or records of a body that `wire` accepts. */
  unwrap(body: unknown): Input;
}

/** How a response body is laid out. `empty` is `{}`, `none` is no body at all. */
export interface ResponseEnvelope<Output = unknown> {
  readonly kind: 'one' | 'many' | 'page' | 'bare' | 'empty' | 'none';
  /** The plural resource name; empty for `bare`, `empty` and `none`. */
  readonly name: string;
  readonly item?: Schema;
  readonly wire?: Schema;
  /** The templates that stand under `links`, if the endpoint sends them. */
  readonly links?: LinkTemplates;
  /** Whether `meta` repeats `sort`, `direction` and `status`. */
  readonly sorted?: true;
  unwrap(body: unknown): Output;
}

/** URL templates by `<plural>.<relation>`. `{base_url}` is replaced by the server. */
export type LinkTemplates = Readonly<Record<string, string>>;

/** One page of a collection. */
export interface Page<Item> {
  readonly items: Item[];
  readonly meta: PageMeta;
}

/** Where a page stands in its collection; `sort`, `direction` and `status` where the endpoint sorts. */
export const PageMeta = schema(() =>
  z.object({
    page: z.int(),
    count: z.int(),
    total_pages: z.int(),
    total_count: z.int(),
    sort: z.optional(z.string()),
    direction: z.optional(z.string()),
    status: z.optional(z.string()),
  }),
);
export interface PageMeta extends z.infer<ReturnType<typeof PageMeta>> {}

const SortMeta = schema(() => z.object({ sort: z.string(), direction: z.string(), status: z.string() }));
const PageAndSortMeta = schema(() => z.extend(PageMeta(), SortMeta().shape));

/** The most records that one batch request may hold; the fewest is 1 ("Limits"). */
export const BATCH_LIMIT = 1000;

type Bodies = Readonly<Record<string, readonly unknown[]>>;
// The casts below are safe after `wire` has accepted the body; the SDK trusts the service that far.
const only = (body: unknown, name: string) => (body as Bodies)[name]?.[0];
const array = (item: Schema) => z.array(item());
const batchArray = (item: Schema) => array(item).check(z.minLength(1), z.maxLength(BATCH_LIMIT));

/** `{ <plural>: [ record ] }` */
export function oneIn<Input>(name: string, item: Schema): RequestEnvelope<Input> {
  return {
    kind: 'one',
    name,
    item,
    wire: schema(() => z.object({ [name]: array(item).check(z.length(1)) })),
    wrap: (input) => ({ [name]: [input] }),
    unwrap: (body) => only(body, name) as Input,
  };
}

/** `{ batches: [ { <plural>: [ 1 to 1000 records ] } ] }` */
export function batchIn<Input>(name: string, item: Schema): RequestEnvelope<readonly Input[]> {
  return {
    kind: 'batch',
    name,
    item,
    wire: schema(() =>
      z.object({ batches: z.array(z.object({ [name]: batchArray(item) })).check(z.length(1)) }),
    ),
    wrap: (input) => ({ batches: [{ [name]: input }] }),
    unwrap: (body) => (only(body, 'batches') as Bodies)[name] as readonly Input[],
  };
}

/** `{ <plural>: [ 1 to 1000 records ] }`, the batches of v3. */
export function listIn<Input>(name: string, item: Schema): RequestEnvelope<readonly Input[]> {
  return {
    kind: 'list',
    name,
    item,
    wire: schema(() => z.object({ [name]: batchArray(item) })),
    wrap: (input) => ({ [name]: input }),
    unwrap: (body) => (body as Bodies)[name] as readonly Input[],
  };
}

/** The record itself. */
export function bareIn<Input>(item: Schema): RequestEnvelope<Input> {
  return {
    kind: 'bare',
    name: '',
    item,
    wire: item,
    wrap: (input) => input,
    unwrap: (body) => body as Input,
  };
}

const links = (templates: LinkTemplates | undefined) =>
  templates === undefined ? {} : { links: z.record(z.string(), z.string()) };

/** `{ links, <plural>: [ record ] }`, with `linked` beside it where the endpoint sends related records. */
export function oneOut<Output>(
  name: string,
  item: Schema,
  { links: templates, linked }: { links?: LinkTemplates; linked?: Schema } = {},
): ResponseEnvelope<Output> {
  return {
    kind: 'one',
    name,
    item,
    ...(templates && { links: templates }),
    wire: schema(() =>
      z.object({
        ...links(templates),
        [name]: array(item).check(z.length(1)),
        ...(linked && { linked: linked() }),
      }),
    ),
    unwrap: (body) => {
      const record = only(body, name) as Output;
      return linked ? { ...record, linked: (body as { linked: unknown }).linked } : record;
    },
  };
}

/** `{ links, <plural>: [ … ] }`; all of them, not paged. */
export function manyOut<Item>(
  name: string,
  item: Schema,
  { links: templates, sorted }: { links?: LinkTemplates; sorted?: true } = {},
): ResponseEnvelope<Item[]> {
  return {
    kind: 'many',
    name,
    item,
    ...(templates && { links: templates }),
    ...(sorted && { sorted }),
    wire: schema(() =>
      z.object({ ...links(templates), ...(sorted && { meta: SortMeta() }), [name]: array(item) }),
    ),
    unwrap: (body) => (body as Bodies)[name] as Item[],
  };
}

/** `{ links, meta, <plural>: [ … ] }`, one page of a collection. */
export function pageOut<Item>(
  name: string,
  item: Schema,
  { links: templates, sorted }: { links?: LinkTemplates; sorted?: true } = {},
): ResponseEnvelope<Page<Item>> {
  return {
    kind: 'page',
    name,
    item,
    ...(templates && { links: templates }),
    ...(sorted && { sorted }),
    wire: schema(() =>
      z.object({
        ...links(templates),
        meta: sorted ? PageAndSortMeta() : PageMeta(),
        [name]: array(item),
      }),
    ),
    unwrap: (body) => ({
      items: (body as Bodies)[name] as Item[],
      meta: (body as { meta: PageMeta }).meta,
    }),
  };
}

/** The object itself. */
export function bareOut<Output>(item: Schema): ResponseEnvelope<Output> {
  return { kind: 'bare', name: '', item, wire: item, unwrap: (body) => body as Output };
}

const nothing = (): undefined => undefined;

/** `{}` */
export const emptyOut: ResponseEnvelope<undefined> = {
  kind: 'empty',
  name: '',
  wire: schema(() => z.object({})),
  unwrap: nothing,
};

/** No body. */
export const noneOut: ResponseEnvelope<undefined> = { kind: 'none', name: '', unwrap: nothing };
