import type { RequestEntry } from '../../../observe/request-log/log.ts';
import { turns } from '../../../shared/platform/timers.ts';
import { nameOf, readName, readRoot, rowsAbove } from '../../../store/engine/place.ts';
import { type Fragment, plain, sql } from '../../../store/engine/sql.ts';
import { findRecord } from '../../../store/tables/records.ts';
import { type AdminContext, inAccount, type Scope } from '../../scope.ts';
import { withEmails } from '../emails-of-subscribers.ts';
import { type Arranged, arrange } from './arrange.ts';
import { findById, findStart, type Start } from './find-start.ts';
import { type Progress, progressOf } from './progress.ts';
import { namesOf, type Reference, refOf } from './references.ts';
import { sentenceOf } from './sentences.ts';
import { type Item, type ItemType, readFrom, SOURCES, type Source, unstored } from './sources.ts';

/** A request or an action, something that it led to, or something that waits. */
export interface TraceRow extends Pick<Progress, 'state' | 'until'> {
  /** The place of the row in the trace, from 1. */
  readonly number: number;
  /** The number of the row that led to it; null for the first row. */
  readonly parent: number | null;
  readonly type: ItemType;
  readonly id: string;
  /** ISO 8601, on the account's clock. */
  readonly at: string;
  readonly subscriberId: string | null;
  /** The email address of the subscriber; null without one. */
  readonly email: string | null;
  readonly sentence: string;
  /** The record that tells more; null without one. */
  readonly ref: Reference | null;
}

/** The effects of a request or an action. */
export interface Trace {
  /** The number of the row that was asked for; null if the trace does not have it any more. */
  readonly of: number | null;
  /** The number of rows. */
  readonly total: number;
  /** Whether there are more than were read: `total` does not count them. */
  readonly isCut: boolean;
  /** In the order in which they happened, each after the row that led to it. */
  readonly rows: readonly TraceRow[];
}

/** The account of a trace. */
interface Account {
  readonly scope: Scope;
  readonly accountId: string | undefined;
}

const read = <T>({ scope, accountId }: Account, work: (context: AdminContext) => Promise<T>): Promise<T> =>
  inAccount(scope, accountId, true, work);

export interface TraceQuery {
  readonly of: string;
  readonly accountId?: string | undefined;
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
}

/** Reads the trace that a row belongs to. */
// Unspecified: U-332
export async function readTrace(
  scope: Scope,
  { of, accountId, after = 0, limit = 500 }: TraceQuery,
): Promise<Trace> {
  const account = { scope, accountId };
  const id = of.trim();
  const asked = await findRequest(account, id);
  const start = await read(account, (context) =>
    asked ? startOfRequest(context, asked) : findStart(context, id),
  );
  const { subscriberId } = start;
  const { items: found, isCut } =
    start.root === null
      ? { items: [], isCut: false }
      : await collect(account, { root: start.root, subscriberId });
  const broadcasts = await read(account, (context) => broadcastsIn(context, start, found));
  const items = [...found, ...broadcasts];
  const root = await rootOf(account, start, items);
  const implied = await impliedBy(account, { start, root, items });
  const shown = items.filter(
    ({ type, name, row }) => name !== root.name && !(type === 'job' && row.kind.startsWith('broadcast_')),
  );
  const arranged = arrange(root, [...shown, ...implied]);
  const rows = await rowsOf(account, arranged, arranged.slice(after, after + limit));
  const place = [
    arranged.findIndex(({ item }) => item.id === id),
    ...start.names.map((name) => arranged.findIndex(({ item }) => item.name === name)),
  ].find((index) => index >= 0);
  return { of: place === undefined ? null : place + 1, total: arranged.length, isCut, rows };
}

/** Finds a recorded request of an account. Requests of email links name it in their path only. */
async function findRequest(
  { scope, accountId = scope.firstId }: Account,
  id: string,
): Promise<RequestEntry | undefined> {
  const entry = await scope.runtime.requestLog.find(id);
  return entry?.accountId === accountId || entry?.path.startsWith(`/e/${accountId}/`) ? entry : undefined;
}

/** A request began a trace, unless a recipient of an email sent it: then its path names the email or the subscription. */
async function startOfRequest(context: AdminContext, { id, path }: RequestEntry): Promise<Start> {
  const name = nameOf('request', id);
  const [, , , first = '', second = ''] = path.startsWith('/e/') ? path.split('/') : [];
  const email = await findById(context, first === 'confirm' ? second : first);
  return email
    ? { ...email, names: [name, ...email.names] }
    : { root: name, names: [name], subscriberId: null };
}

/** The most rows of a table that are read, and the most in one turn. */
const [MAX_ROWS, SLICE] = [5000, 500];

interface Collected {
  readonly items: readonly Item[];
  /** Whether there are more rows than were read. */
  readonly isCut: boolean;
}

/**
 * Reads the rows with the same root, a slice at a time, so that the server answers other requests in between. Always includes the
 * rows of the given subscriber, even if there are too many others.
 */
async function collect(
  account: Account,
  { root, subscriberId }: { readonly root: string; readonly subscriberId: string | null },
): Promise<Collected> {
  const found = new Map<string, Item>();
  const pause = turns();
  const isRead = async (source: Source, condition: (accountId: string) => Fragment) => {
    for (let count = 0, last = 0; count < MAX_ROWS; count += SLICE) {
      await pause();
      const rows = await read(account, (context) =>
        readFrom(
          context,
          source,
          sql`${condition(context.accountId)} and seq > ${last} order by seq limit ${SLICE}`,
        ),
      );
      for (const item of rows.flat()) found.set(`${item.type} ${item.id}`, item);
      if (rows.length < SLICE) return true;
      last = rows.at(-1)?.[0].seq ?? last;
    }
    return false;
  };
  let isCut = false;
  for (const source of SOURCES) {
    const { inTrace = 'true', ofRoot = (_, root) => sql`root = ${root}` } = source;
    if (await isRead(source, (id) => sql`${ofRoot(id, root)} and ${plain(inTrace)}`)) continue;
    isCut = true;
    if (subscriberId === null || source.isOfNobody) continue;
    await isRead(source, () => sql`subscriber_id = ${subscriberId} and root = ${root} and ${plain(inTrace)}`);
  }
  return { items: [...found.values()], isCut };
}

/** The broadcasts that led to items, or that the trace was asked for. */
async function broadcastsIn(
  { tx, accountId }: AdminContext,
  { names }: Start,
  items: readonly Item[],
): Promise<Item[]> {
  const broadcasts: Item[] = [];
  for (const name of new Set([...names, ...items.map(({ parent }) => parent ?? '')])) {
    const { type, id } = readName(name);
    const row = type === 'broadcast' && id !== null && (await findRecord(tx, accountId, 'broadcasts', id));
    if (row) broadcasts.push(unstored('broadcast', row, { id: row.id, name }));
  }
  return broadcasts;
}

async function rootOf(account: Account, { root }: Start, items: readonly Item[]): Promise<Item> {
  const { type, id, what } = readRoot(root ?? 'unknown');
  const entry = type === 'request' ? await findRequest(account, id ?? '') : undefined;
  const name = id === null ? type : nameOf(type, id);
  if (entry) return requestItem(entry, { name });
  const times = items.map(({ at }) => at).filter(Number.isFinite);
  return unstored(
    type === 'admin' || type === 'seed' ? type : 'unknown',
    { type, id, what },
    {
      id: id ?? type,
      name,
      at: times.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY),
    },
  );
}

type Above = Pick<Item, 'name'> & Partial<Pick<Item, 'parent' | 'subscriberId'>>;

const requestItem = (entry: RequestEntry, above: Above): Item =>
  unstored('request', entry, { id: entry.id, at: entry.accountAt ?? entry.at, ...above });

/** The items that only the places of others name: requests of recipients, earlier laps, and stays on workflows that are over. */
async function impliedBy(
  account: Account,
  { start, root, items }: { readonly start: Start; readonly root: Item; readonly items: readonly Item[] },
): Promise<Item[]> {
  const implied: Item[] = [];
  const known = new Set([root.name, ...items.map(({ name }) => name)]);
  const asked = start.names[0]?.startsWith('request:') ? [{ ...start, names: start.names.slice(0, 2) }] : [];
  const paths = items.map((item) => ({ names: rowsAbove(item), subscriberId: item.subscriberId }));
  for (const { names, subscriberId } of [...paths, ...asked]) {
    for (const [i, name] of names.entries()) {
      if (known.has(name)) continue;
      known.add(name);
      const parent =
        names
          .slice(i + 1)
          .reverse()
          .join(' ') || null;
      const item = await impliedItem(account, { name, parent, subscriberId });
      if (item) implied.push(item);
    }
  }
  return implied;
}

async function impliedItem(
  account: Account,
  above: Pick<Item, 'name' | 'parent' | 'subscriberId'>,
): Promise<Item | undefined> {
  const { type, id: whole } = readName(above.name);
  if (whole === null) return undefined;
  if (type === 'request') {
    const entry = await findRequest(account, whole);
    return entry && requestItem(entry, above);
  }
  const cause = readName((above.parent ?? '').split(' ', 1)[0] ?? '').id ?? '';
  const id = whole.slice(0, whole.lastIndexOf('/'));
  if (type === 'membership') return unstored(type, { workflowId: cause, isOver: true }, { id, ...above });
  if (type === 'subscription') return unstored(type, { campaignId: cause, isOver: true }, { id, ...above });
  return undefined;
}

async function rowsOf(
  account: Account,
  all: readonly Arranged[],
  page: readonly Arranged[],
): Promise<TraceRow[]> {
  const numbers = new Map(all.map((one, i) => [one, i + 1]));
  const faults = await account.scope.runtime.faultRules.list();
  const { names, named } = await read(account, async (context) => ({
    names: await namesOf(
      context,
      page.map(({ item }) => item),
    ),
    named: await withEmails(
      context,
      page.map((one) => ({ one, subscriberId: one.item.subscriberId })),
    ),
  }));
  const rows: TraceRow[] = [];
  const pause = turns();
  for (const { one, subscriberId, email } of named) {
    await pause(); // the rules of an email render it
    const { item, parent, at } = one;
    const { now, state, until, keptBack } = await read(account, async (context) => ({
      now: context.services.clock.now(),
      ...(await progressOf(context, item, faults)),
    }));
    const who = email ?? (subscriberId === null ? 'A visitor' : 'A deleted subscriber');
    rows.push({
      number: numbers.get(one) ?? 0,
      parent: parent ? (numbers.get(parent) ?? null) : null,
      type: item.type,
      id: item.id,
      at: new Date(Number.isFinite(at) ? at : now).toISOString(),
      until,
      subscriberId,
      email,
      sentence: sentenceOf(item, { who, names, keptBack }),
      state,
      ref: refOf(item),
    });
  }
  return rows;
}
