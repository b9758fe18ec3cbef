import * as z from 'zod/mini';
import { integer, oneOf, optional } from './field.ts';
import {
  BATCH_LIMIT,
  type Bodies,
  only,
  type RequestLayout,
  type ResponseLayout,
  received,
  wrapped,
} from './layout.ts';
import { type Schema, schema } from './schema.ts';

/** Layout and schemas of a request body. */
export interface RequestEnvelope<Input = unknown> extends RequestLayout {
  /** One record. */
  readonly item: Schema;
  /** The whole body. */
  readonly wire: Schema;
  wrap(input: Input): unknown;
  /** Extracts the record or records from a body that `wire` accepts. */
  unwrap(body: unknown): Input;
}

/** Layout and schemas of a response body. */
export interface ResponseEnvelope<Output = unknown> extends ResponseLayout {
  readonly item?: Schema;
  readonly wire?: Schema;
  /** The URL templates under `links`, if the endpoint sends any. */
  readonly links?: LinkTemplates;
  /** Whether `meta` repeats `sort`, `direction` and `status`. */
  readonly sorted?: true;
  unwrap(body: unknown): Output;
}

/** URL templates by `<plural>.<relation>`. The server fills in `{base_url}`. */
export type LinkTemplates = Readonly<Record<string, string>>;

/** One page of a collection. */
export interface Page<Item> {
  readonly items: Item[];
  readonly meta: PageMeta;
}

/** Position of a page in its collection. `sort`, `direction` and `status` are present if the endpoint sorts. */
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

const array = (item: Schema) => z.array(item());
const batchArray = (item: Schema) => array(item).check(z.minLength(1), z.maxLength(BATCH_LIMIT));

function requestOf<Input>(layout: RequestLayout, item: Schema, wire: Schema): RequestEnvelope<Input> {
  return {
    ...{ ...layout, item, wire },
    wrap: (input) => wrapped(layout, input),
    unwrap: (body) => unwrapped(layout, body) as Input, // after `wire` has accepted the body
  };
}

function responseOf<Output>(
  layout: ResponseLayout,
  parts: Omit<ResponseEnvelope, 'kind' | 'name' | 'unwrap'>,
): ResponseEnvelope<Output> {
  return { ...layout, ...parts, unwrap: (body) => received(layout, body) as Output }; // as above
}

/** `{ <plural>: [ record ] }` */
export const oneIn = <Input>(name: string, item: Schema) =>
  requestOf<Input>(
    { kind: 'one', name },
    item,
    schema(() => z.object({ [name]: array(item).check(z.length(1)) })),
  );

/** `{ batches: [ { <plural>: [ 1 to 1000 records ] } ] }` */
export const batchIn = <Input>(name: string, item: Schema) =>
  requestOf<readonly Input[]>(
    { kind: 'batch', name },
    item,
    schema(() => z.object({ batches: z.array(z.object({ [name]: batchArray(item) })).check(z.length(1)) })),
  );

/** `{ <plural>: [ 1 to 1000 records ] }`: a batch of v3. */
export const listIn = <Input>(name: string, item: Schema) =>
  requestOf<readonly Input[]>(
    { kind: 'list', name },
    item,
    schema(() => z.object({ [name]: batchArray(item) })),
  );

/** The record itself. */
export const bareIn = <Input>(item: Schema) => requestOf<Input>({ kind: 'bare', name: '' }, item, item);

const links = (templates: LinkTemplates | undefined) =>
  templates === undefined ? {} : { links: z.record(z.string(), z.string()) };

/** `{ links, <plural>: [ record ] }`, plus `linked` if the endpoint sends related records. */
export const oneOut = <Output>(
  name: string,
  item: Schema,
  { links: templates, linked }: { links?: LinkTemplates; linked?: Schema } = {},
) =>
  responseOf<Output>(
    { kind: 'one', name, ...(linked && { hasLinked: true }) },
    {
      ...{ item, ...(templates && { links: templates }) },
      wire: schema(() => {
        const records = array(item).check(z.length(1));
        return z.object({ ...links(templates), [name]: records, ...(linked && { linked: linked() }) });
      }),
    },
  );

interface Sending {
  readonly links?: LinkTemplates;
  readonly sorted?: true;
}

function collectionOut<Output>(layout: ResponseLayout, item: Schema, sending: Sending, meta?: Schema) {
  const wire = schema(() =>
    z.object({ ...links(sending.links), ...(meta && { meta: meta() }), [layout.name]: array(item) }),
  );
  return responseOf<Output>(layout, { item, ...sending, wire });
}

/** `{ links, <plural>: [ … ] }`: the whole collection, not paged. */
export const manyOut = <Item>(name: string, item: Schema, sending: Sending = {}) =>
  collectionOut<Item[]>({ kind: 'many', name }, item, sending, sending.sorted && SortMeta);

/** `{ links, meta, <plural>: [ … ] }`: one page of a collection. */
export const pageOut = <Item>(name: string, item: Schema, sending: Sending = {}) =>
  collectionOut<Page<Item>>(
    { kind: 'page', name },
    item,
    sending,
    sending.sorted ? PageAndSortMeta : PageMeta,
  );

/** The object itself. */
export const bareOut = <Output>(item: Schema) =>
  responseOf<Output>({ kind: 'bare', name: '' }, { item, wire: item });

/** `{}` */
export const emptyOut = responseOf<undefined>(
  { kind: 'empty', name: '' },
  { wire: schema(() => z.object({})) },
);

/** No body. */
export const noneOut = responseOf<undefined>({ kind: 'none', name: '' }, {});

/** Extracts the record or records from a request body. The casts are safe for accepted ones. */
function unwrapped({ kind, name }: RequestLayout, body: unknown): unknown {
  if (kind === 'one') return only(body, name);
  if (kind === 'batch') return (only(body, 'batches') as Bodies)[name];
  return kind === 'list' ? (body as Bodies)[name] : body;
}

/** Default page size, and the maximum for endpoints without `per_page` ("Limits"). */
export const PAGE_SIZE = 100;

/** Maximum of `per_page`. */
export const PER_PAGE_LIMIT = 1000;

/** Query of every paged collection. `page` starts at 1; lower numbers mean page 1. */
export const pageQuery = () => ({
  /** The page number. Values below 1 count as 1. */
  page: optional(integer()),
});

/** Query of collections with `per_page`: default 100, maximum 1000. */
export const perPageQuery = () => ({
  ...pageQuery(),
  /** Records per page. Values above 1000 count as 1000. */
  per_page: optional(integer()),
});

/** Query of sorted collections. `direction` defaults to `asc`, unless the endpoint documents another default. */
export const sortQuery = <const Keys extends readonly [string, ...string[]]>(...keys: Keys) => ({
  /** The sort key. */
  sort: optional(oneOf(...keys)),
  /** The sort order. */
  direction: optional(oneOf('asc', 'desc')),
});
