import { TIMELINE_EVENTS, WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import { listActionNames, listTagNames } from '../../domain/records/names.ts';
import { OPERATION_NAMES } from '../../shared/values/operation-names.ts';
import { sql } from '../../store/engine/sql.ts';
import { searchEmails, searchRecords } from '../../store/queries/search.ts';
import { pageOfSubscribers } from '../../store/queries/subscribers.ts';
import type { RecordTable } from '../../store/records/record-data.ts';
import { orders, products } from '../../store/tables/commerce.ts';
import { listRecords } from '../../store/tables/records.ts';
import { outagesOf } from '../../store/tables/webhook-deliveries.ts';
import type { AdminContext } from '../scope.ts';

interface Found {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
}

/** The search: text in lower case, and the most results of a kind. */
interface Sought {
  readonly text: string;
  readonly limit: number;
}

type Finder = (context: AdminContext, sought: Sought) => Promise<readonly Found[]>;

/** Finds records that have a name. */
const named =
  (table: RecordTable): Finder =>
  async ({ tx, accountId }, sought) =>
    (await searchRecords(tx, accountId, table, sought)).map(({ id, name, status }) => ({
      id,
      title: name,
      detail: status,
    }));

const namesThatContain = (names: readonly string[], { text, limit }: Sought, detail: string) =>
  [...new Set(names)]
    .filter((name) => name.toLowerCase().includes(text))
    .sort((one, other) => rankOf(one, text) - rankOf(other, text))
    .slice(0, limit)
    .map((name): Found => ({ id: name, title: name, detail }));

/** The most actions of custom events to look through. */
const MAX_ACTIONS = 1000;

/** The queries that find each kind of record, by the name of the kind, which a search can begin with. */
const FINDERS = {
  tag: async (context, sought) => namesThatContain(await listTagNames(context), sought, 'tag'),
  event: async (context, sought) => {
    const { rows } = await listActionNames(context, { limit: MAX_ACTIONS, offset: 0 });
    return namesThatContain([...rows, ...TIMELINE_EVENTS, ...WEBHOOK_EVENTS], sought, 'event');
  },
  operation: async (_, sought) => namesThatContain(OPERATION_NAMES, sought, 'operation'),
  campaign: named('campaigns'),
  broadcast: named('broadcasts'),
  workflow: named('workflows'),
  form: named('forms'),
  goal: named('goals'),
  async webhook({ tx, accountId }, { text }) {
    const { rows } = await listRecords(tx, accountId, 'webhooks');
    const outages = await outagesOf(tx, accountId);
    return rows
      .filter(({ id, data }) => id === text || data.post_url.toLowerCase().includes(text))
      .map(({ id, status, data }) => ({
        id,
        title: data.post_url,
        detail: status === 'active' && outages.has(id) ? 'failing' : status,
      }));
  },
  async order({ tx, accountId }, { text, limit }) {
    const condition = sql`(instr(lower(id), ${text}) > 0 or instr(lower(coalesce(external_id, '')), ${text}) > 0
      or instr(lower(data), ${jsonOf(text)}) > 0) order by seq desc limit ${limit}`;
    const found = await orders.all(tx, accountId, condition);
    return found.map(({ id, externalId, data: { attributes } }) => ({
      id,
      title: String(attributes.order_public_id ?? attributes.identifier ?? externalId ?? id),
      detail: 'order',
    }));
  },
  async product({ tx, accountId }, { text, limit }) {
    const condition = sql`(instr(lower(product_id), ${text}) > 0 or instr(lower(data), ${jsonOf(text)}) > 0) limit ${limit}`;
    const found = await products.all(tx, accountId, condition);
    return found.map(({ productId: id, attributes: { name } }) => ({
      id,
      title: String(name ?? id),
      detail: 'product',
    }));
  },
  email: async ({ tx, accountId }, { text, limit }) =>
    (await searchEmails(tx, accountId, { text, limit })).map(({ id, subject, count }) => ({
      id,
      title: subject,
      detail: count === 1 ? '1 email' : `${count} emails`,
    })),
  async subscriber({ tx, accountId }, { text, limit }) {
    const search = { search: text, sort: 'created_at' } as const;
    const { rows } = await pageOfSubscribers(tx, accountId, search, { limit, isReversed: true });
    return rows.map(({ id, email, firstName, lastName, status }) => ({
      id,
      title: email,
      detail: [firstName, lastName].filter((part) => part !== null).join(' ') || status,
    }));
  },
  async request({ accountId, scope }, { text }) {
    const entry = await scope.runtime.requestLog.find(text, accountId);
    const { id, method, path, status = 'dropped' } = entry ?? {};
    return id === undefined ? [] : [{ id, title: `${method} ${path}`, detail: String(status) }];
  },
} satisfies Readonly<Record<string, Finder>>;

type Kind = keyof typeof FINDERS;

/** Something that a search found, with its kind. */
export interface SearchResult extends Found {
  readonly type: Kind;
}

const jsonOf = (text: string): string => JSON.stringify(text).slice(1, -1);

/** 0 for the text itself, 1 for what begins with it, 2 for the rest. */
function rankOf(title: string, text: string): number {
  const name = title.toLowerCase();
  return name === text ? 0 : name.startsWith(text) ? 1 : 2;
}

/** Finds records, names and requests by a part of their name, or by their id. Each kind has a share of the results. */
export async function searchAccount(
  context: AdminContext,
  { q = '', limit = 20 }: { readonly q?: string | undefined; readonly limit?: number | undefined },
): Promise<{ results: SearchResult[] }> {
  const { kinds, text } = readSearch(q.trim().toLowerCase());
  if (text === '') return { results: [] };
  const lists: SearchResult[][] = [];
  for (const type of kinds) {
    const finder: Finder = FINDERS[type];
    const found = await finder(context, { text, limit });
    if (found.length > 0) lists.push(found.map((one) => ({ type, ...one })).sort(byRank(text)));
  }
  const share = Math.max(1, Math.floor(limit / lists.length));
  const shared = lists.flatMap((list) => list.slice(0, share));
  const rest = lists.flatMap((list) => list.slice(share));
  return { results: [...shared, ...rest].slice(0, limit).sort(byRank(text)) };
}

const byRank = (text: string) => (one: Found, other: Found) =>
  Math.min(rankOf(one.title, text), rankOf(one.id, text)) -
  Math.min(rankOf(other.title, text), rankOf(other.id, text));

/** A search such as `webhook crm` is for one kind. */
function readSearch(q: string): { readonly kinds: readonly Kind[]; readonly text: string } {
  const [first = '', ...others] = q.split(/\s+/);
  const kinds = Object.keys(FINDERS) as Kind[]; // its keys
  const named = kinds.filter((kind) => [kind, `${kind}s`].includes(first));
  return named.length > 0 && others.length > 0
    ? { kinds: named, text: others.join(' ') }
    : { kinds, text: q };
}
