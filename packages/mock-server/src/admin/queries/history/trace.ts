import type { RequestEntry } from '../../../observe/request-log/log.ts';
import { turns } from '../../../shared/platform/timers.ts';
import { nameOf, readName, readRoot, rowsAbove } from '../../../store/engine/place.ts';
import { type Fragment, plain, sql } from '../../../store/engine/sql.ts';
import { findRecord } from '../../../store/tables/records.ts';
import { type AdminContext, inAccount, type Scope } from '../../scope.ts';
import { withEmails } from '../emails-of-subscribers.ts';
import { type Arranged, arrange } from './arrange.ts';
import { findById, findStart, type Start } from './find-start.ts';
import { type Item, namedBy, type Reference, unstored } from './items.ts';
import * as looks from './looks.ts';
import { type Progress, progressOf } from './progress.ts';
import { readFrom, SOURCES, type Source } from './sources.ts';

/** A request or an action, something that it led to, or something that waits. */
export interface TraceRow extends Pick<Progress, 'state' | 'until'> {
  /** The place of the row in the trace, from 1. */
  readonly number: number;
  /** The number of the row that led to it; null for the first row. */
  readonly parent: number | null;
  readonly type: Item['type'];
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
  const { items, isCut } = await collect(account, start);
  const root = await rootOf(account, start, items);
  const implied = await impliedBy(
    account,
    [...items, start],
    new Set([root, ...items].map(({ name }) => name)),
  );
  const arranged = arrange(root, [...items.filter(({ isHidden }) => !isHidden), ...implied]);
  const rows = await rowsOf(account, arranged, arranged.slice(after, after + limit));
  const places = [
    arranged.findIndex(({ item }) => item.id === id),
    ...[start.name, ...rowsAbove(start)].map((name) => arranged.findIndex(({ item }) => item.name === name)),
  ];
  const place = places.find((index) => index >= 0);
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
    ? { ...email, name, parent: email.parent === null ? email.name : `${email.parent} ${email.name}` }
    : { root: name, name, parent: null, subscriberId: null };
}

/** The most rows of a table that are read, and the most in one turn. */
const [MAX_ROWS, SLICE] = [5000, 500];

/**
 * Reads the rows with the same root. Always includes the rows of the given subscriber, even if there are too many others:
 * `isCut` tells that there are more rows than were read.
 */
async function collect(
  account: Account,
  { root, subscriberId }: Start,
): Promise<{ readonly items: readonly Item[]; readonly isCut: boolean }> {
  const items: Item[] = [];
  let isCut = false;
  for (const source of SOURCES) {
    const { inTrace = 'true', ofRoot = (_, root) => sql`root = ${root}`, isOfNobody } = source;
    const last = await collectFrom(
      account,
      source,
      items,
      (id) => sql`${ofRoot(id, root)} and ${plain(inTrace)}`,
    );
    if (last === undefined) continue;
    isCut = true;
    if (subscriberId === null || isOfNobody) continue;
    const rest = sql`subscriber_id = ${subscriberId} and root = ${root} and seq > ${last} and ${plain(inTrace)}`;
    await collectFrom(account, source, items, () => rest);
  }
  return { items, isCut };
}

/** Reads a slice at a time, so that the server answers other requests in between. Returns the last number if there are more rows. */
async function collectFrom(
  account: Account,
  source: Source,
  items: Item[],
  condition: (accountId: string) => Fragment,
): Promise<number | undefined> {
  const pause = turns();
  let last = 0;
  for (let count = 0; count < MAX_ROWS; count += SLICE) {
    await pause();
    const rows = await read(account, (context) => {
      const where = sql`${condition(context.accountId)} and seq > ${last} order by seq limit ${SLICE}`;
      return readFrom(context, source, where);
    });
    items.push(...rows.flat());
    if (rows.length < SLICE) return undefined;
    last = rows.at(-1)?.[0].seq ?? last;
  }
  return last;
}

async function rootOf(account: Account, { root }: Start, items: readonly Item[]): Promise<Item> {
  const { type, id, what = 'of the admin API' } = readRoot(root ?? 'unknown');
  const name = id === null ? type : nameOf(type, id);
  const entry = type === 'request' ? await findRequest(account, id ?? '') : undefined;
  if (entry) return requestItem(entry, { name });
  const times = items.map(({ at }) => at).filter(Number.isFinite);
  const at = times.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY);
  const base = { id: id ?? type, name, at };
  if (type === 'seed') return unstored({ type, sentence: () => 'The seed was applied' }, base);
  if (type === 'admin') return unstored({ type, sentence: () => `The operation ${what} was called` }, base);
  const gone = id === null ? type : `${type} ${id}`;
  const sentence = () => `What led to it is not known any more: ${gone}`;
  return unstored({ type: 'unknown', sentence }, base);
}

type Above = Pick<Item, 'name' | 'parent' | 'subscriberId'>;

const requestItem = (entry: RequestEntry, above: Pick<Item, 'name'> & Partial<Above>): Item =>
  unstored(looks.request(entry), { id: entry.id, at: entry.accountAt ?? entry.at, ...above });

/** The items that only the places of others name: requests of recipients, broadcasts, earlier laps, and stays on workflows that are over. */
async function impliedBy(account: Account, items: readonly Above[], known: Set<string>): Promise<Item[]> {
  const implied: Item[] = [];
  for (const { name, parent, subscriberId } of items) {
    const names = [...(parent?.split(' ') ?? []), name];
    for (const [i, name] of names.entries()) {
      if (known.has(name)) continue;
      known.add(name);
      const parent = names.slice(0, i).join(' ') || null;
      const item = await impliedItem(account, { name, parent, subscriberId });
      if (item) implied.push(item);
    }
  }
  return implied;
}

async function impliedItem(account: Account, above: Above): Promise<Item | undefined> {
  const { type, id } = readName(above.name);
  if (id === null) return undefined;
  if (type === 'request') {
    const entry = await findRequest(account, id);
    return entry && requestItem(entry, above);
  }
  if (type === 'broadcast') {
    const row = await read(account, ({ tx, accountId }) => findRecord(tx, accountId, 'broadcasts', id));
    return row && unstored(looks.broadcast(row), { ...above, id, subscriberId: null });
  }
  const { id: cause } = readName(above.parent?.split(' ', 1)[0] ?? '');
  const base = { ...above, id: id.slice(0, id.lastIndexOf('/')) };
  if (type === 'membership') return unstored(looks.pastMembership(cause ?? ''), base);
  if (type === 'subscription') return unstored(looks.pastSubscription(cause ?? ''), base);
  return undefined;
}

async function rowsOf(
  account: Account,
  all: readonly Arranged[],
  page: readonly Arranged[],
): Promise<TraceRow[]> {
  const numbers = new Map(all.map((one, i) => [one, i + 1]));
  const faults = await account.scope.runtime.faultRules.list();
  const items = page.map(({ item }) => item);
  const named = await read(account, (context) => namedBy(context, items));
  const found = await read(account, (context) => withEmails(context, items));
  const rows: TraceRow[] = [];
  const pause = turns();
  for (const [i, one] of page.entries()) {
    const { item, parent, at } = one;
    await pause(); // the rules of an email render it
    const { now, keptBack, ...progress } = await read(account, async (context) => ({
      now: context.services.clock.now(),
      ...(await progressOf(context, item, faults)),
    }));
    const { type, id, subscriberId, ref } = item;
    const email = found[i]?.email ?? null;
    const who = email ?? (subscriberId === null ? 'A visitor' : 'A deleted subscriber');
    rows.push({
      number: numbers.get(one) ?? 0,
      parent: parent ? (numbers.get(parent) ?? null) : null,
      type,
      id,
      at: new Date(Number.isFinite(at) ? at : now).toISOString(),
      subscriberId,
      email,
      sentence: item.sentence({ who, record: named[i]?.record ?? '', keptBack }),
      ref: ref ?? (subscriberId === null ? null : { type: 'subscriber', id: subscriberId }),
      ...progress,
    });
  }
  return rows;
}
