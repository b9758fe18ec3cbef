import { CONTENT_REQUEST } from '../contract/content.ts';

/** The unparsed fields of an entity: strings, or null without a value. */
export type RawFields = Readonly<Record<string, string | null>>;

/** The parsed query of a content request. */
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
