import { CONTENT_REQUEST } from '../contract/content.ts';
import { excerpt } from '../core/error-body.ts';
import { ContentFailure } from './content-error.ts';

/** The unparsed fields of an entity: strings, or null without a value. */
export type RawFields = Readonly<Record<string, string | null>>;

export interface ContentQuery {
  readonly subscriber: RawFields;
  /** Undefined without fields of an event, as outside a workflow. */
  readonly event: RawFields | undefined;
  readonly preview: boolean;
}

/**
 * Reads `subscriber[field]`, `event[field]` and `preview=true` from a query. Other parameters come from the customer's
 * base URL and are ignored. If a parameter is repeated, the last one counts, since the service appends its own.
 */
export function readFields(search: string): ContentQuery {
  const fields = { subscriber: new Map<string, string | null>(), event: new Map<string, string | null>() };
  let preview = false;
  for (const pair of search.replace(/^\?/, '').split('&')) {
    // Parses one pair at a time, to distinguish a bare name from an empty value.
    const [[name, value]] = [...new URLSearchParams(`&${pair}`), ['', '']] as [[string, string]];
    if (name === CONTENT_REQUEST.previewParameter) preview = value === 'true';
    const [, entity, field] = /^(subscriber|event)\[(.+)\]$/s.exec(name) ?? [];
    if (field === undefined) continue;
    fields[entity as keyof typeof fields].set(field, pair.includes('=') ? value : null);
  }
  return {
    subscriber: Object.fromEntries(fields.subscriber),
    event: fields.event.size > 0 ? Object.fromEntries(fields.event) : undefined,
    preview,
  };
}

/** Parses the fields of an entity with its schema; without one, returns them unchanged. */
export async function parseFields(
  entity: 'subscriber' | 'event',
  schema: StandardSchema | undefined,
  fields: RawFields,
): Promise<unknown> {
  if (schema === undefined) return fields;
  const result = await schema['~standard'].validate(fields);
  if (result.issues === undefined) return result.value;
  const problems = result.issues.map((issue) => format(entity, issue)).join(' ');
  // Permanent: a retry would send the same fields.
  throw new ContentFailure(excerpt(problems, 500), 422);
}

function format(entity: string, { path = [], message }: Issue): string {
  const names = path.map((part) => `[${String(typeof part === 'object' ? part.key : part)}]`);
  return `${entity}${names.join('')}: ${message}${message.endsWith('.') ? '' : '.'}`;
}

/** A schema of zod, valibot, arktype or any other library that implements https://standardschema.dev. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Verdict<Output> | Promise<Verdict<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

export type Verdict<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export type OutputOf<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['output'];
