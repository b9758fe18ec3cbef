import { didYouMean } from '@trickle/sdk/contract';
import facts from '../../../packages/sdk/test/interface/interface.json' with { type: 'json' };
import notes from '../../../packages/sdk/test/interface/notes.json' with { type: 'json' };

/** A row of the interface, which tests must prove. */
export interface Row {
  /** `endpoint`, `transition`, `error`, … */
  readonly kind: string;
  readonly key: string;
  /** The heading above the row. */
  readonly section: string;
  /** The later version with this row, if any. */
  readonly later?: string;
}

/** The name of a row for comparisons: without backticks, with single spaces. */
export const plain = (text: string): string => text.replaceAll('`', '').replaceAll(/\s+/g, ' ').trim();

export function readRows(): Row[] {
  const rows = [...tableRows(), ...noteRows()];
  const laterOf = laterRows(rows);
  return rows.map((row) => {
    const later = laterOf(row);
    return later === undefined ? row : { ...row, later };
  });
}

const transition = ({ entity, from, by }: (typeof facts.transitions)[number]) => `${entity}: ${from} → ${by}`;

function tableRows(): Row[] {
  const tables: readonly (readonly [kind: string, section: string, keys: readonly string[]])[] = [
    ['endpoint', 'Endpoints', facts.endpoints.map(({ method, path }) => `${method} ${path}`)],
    ['transition', 'States and transitions', facts.transitions.map(transition)],
    ['error', 'Errors', facts.errors.map(({ status, when }) => `${status} ${when}`)],
    ['code', 'Validation error codes', facts.validation_codes],
    ['limit', 'Limits', facts.limits.map(({ limit }) => limit)],
    ['event', 'Webhook events', facts.webhook_events.map(({ event }) => event)],
    ['timeline', 'Timeline events', facts.timeline_events],
    ['script', 'Operations of the page script', facts.script_operations.map(({ operation }) => operation)],
    ['content', 'Dynamic content', facts.content_responses.map(({ condition }) => condition)],
  ];
  return tables.flatMap(([kind, section, keys]) => keys.map((key) => ({ kind, key: plain(key), section })));
}

function noteRows(): Row[] {
  const rows = (kind: string, section: string, keys: readonly string[]) =>
    keys.map((key) => ({ kind, key, section }));
  return [
    ...Object.entries(notes.notes).flatMap(([section, keys]) => rows('note', section, keys)),
    ...rows('content', 'Dynamic content', notes.content),
    ...rows('webhook-delivery', 'Webhook delivery', notes['webhook-delivery']),
    ...rows('oauth', 'OAuth', notes.oauth),
  ];
}

/** Returns the later version of each row. A `*` in the list matches all rows of a kind. */
function laterRows(rows: readonly Row[]): (row: Row) => string | undefined {
  const listed = new Map(
    Object.entries<string[]>(notes.later).flatMap(([title, names]) =>
      names.map((name) => [name, title] as const),
    ),
  );
  const known = new Set(rows.flatMap(({ kind, key }) => [`${kind} ${key}`, `${kind} *`]));
  for (const name of listed.keys()) {
    if (!known.has(name)) throw new Error(`notes.json: unknown row "${name}"${didYouMean(name, known)}`);
  }
  return ({ kind, key }) => listed.get(`${kind} ${key}`) ?? listed.get(`${kind} *`);
}
