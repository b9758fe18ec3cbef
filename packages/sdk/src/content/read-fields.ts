import { CONTENT_REQUEST } from '../contract/content.ts';

/** The fields of one entity as they come: texts, and null where there is no value. */
export type RawFields = Readonly<Record<string, string | null>>;

/** What the service asks with. */
export interface ContentQuery {
  readonly subscriber: RawFields;
  /** Undefined when no field of an event came, as outside a workflow. */
  readonly event: RawFields | undefined;
  readonly preview: boolean;
}

/**
 * Reads `subscriber[field]`, `event[field]` and `preview=true` out of a query. Other parameters are the customer's
 * own, from the base URL. Where a name is repeated the last one holds, since the service appends its own.
 */
export function readFields(search: string): ContentQuery {
  const fields = { subscriber: new Map<string, string | null>(), event: new Map<string, string | null>() };
  let preview = false;
  for (const pair of search.replace(/^\?/, '').split('&')) {
    // Of one pair at a time, since a bare name and an empty value look alike afterwards.
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
