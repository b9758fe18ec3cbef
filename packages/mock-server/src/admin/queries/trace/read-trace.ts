import type { RequestEntry } from '../../../observe/request-log/log.ts';
import { turns } from '../../../shared/platform/timers.ts';
import { nameOf, readName, readRoot, rowsAbove } from '../../../store/engine/place.ts';
import type { RecordTable } from '../../../store/records/record-data.ts';
import { findRecord } from '../../../store/tables/records.ts';
import { type AdminContext, inAccount, type Scope } from '../../scope.ts';
import { withEmails } from '../emails-of-subscribers.ts';
import { type Arranged, arrange } from './arrange.ts';
import { collect } from './collect.ts';
import { findById, findStart, type Start } from './find-start.ts';
import type { TraceNode } from './node.ts';
import { sentenceOf } from './sentences.ts';
import { refOf } from './state.ts';
import type { Trace, TraceRow } from './trace.ts';
import { outlookOf } from './waiting.ts';

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
  const id = of.trim();
  const asked = await findRequest(scope, accountId, id);
  const start = await inAccount(scope, accountId, true, (context) =>
    asked ? startOfRequest(context, asked) : findStart(context, id),
  );
  const { subscriberId } = start;
  const { nodes: found, isCut } =
    start.root === null
      ? { nodes: [], isCut: false }
      : await collect(scope, accountId, { root: start.root, subscriberId });
  const broadcasts = await inAccount(scope, accountId, true, (context) =>
    broadcastsIn(context, start, found),
  );
  const nodes = [...found, ...broadcasts];
  const root = await rootOf(scope, accountId, start, nodes);
  const implied = await impliedBy(scope, accountId, { start, root, nodes });
  const shown = nodes.filter(
    ({ type, name, row }) => name !== root.name && !(type === 'job' && isOfBroadcast(row)),
  );
  const arranged = arrange(root, [...shown, ...implied]);
  const rows = await rowsOf(scope, accountId, arranged, arranged.slice(after, after + limit));
  const place = [
    arranged.findIndex(({ node }) => node.id === id),
    ...start.names.map((name) => arranged.findIndex(({ node }) => node.name === name)),
  ].find((index) => index >= 0);
  return { of: place === undefined ? null : place + 1, total: arranged.length, isCut, rows };
}

/** Finds a recorded request of an account. Requests of email links name it in their path only. */
async function findRequest(
  scope: Scope,
  accountId: string | undefined,
  id: string,
): Promise<RequestEntry | undefined> {
  const account = accountId ?? scope.firstId;
  const entry = await scope.runtime.requestLog.find(id);
  return entry?.accountId === account || entry?.path.startsWith(`/e/${account}/`) ? entry : undefined;
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

const isOfBroadcast = (row: object): boolean =>
  'kind' in row && (row.kind === 'broadcast_start' || row.kind === 'broadcast_emails');

/** The broadcasts that led to rows, or that the trace was asked for. */
async function broadcastsIn(
  { tx, accountId }: AdminContext,
  { names }: Start,
  nodes: readonly TraceNode[],
): Promise<TraceNode[]> {
  const named = new Set([...names, ...nodes.map(({ parent }) => parent ?? '')]);
  const broadcasts: TraceNode[] = [];
  for (const name of named) {
    const { type, id } = readName(name);
    const row = type === 'broadcast' && id !== null && (await findRecord(tx, accountId, 'broadcasts', id));
    if (row)
      broadcasts.push({
        type,
        id: row.id,
        name,
        row,
        at: Number.NEGATIVE_INFINITY,
        subscriberId: null,
        parent: null,
      });
  }
  return broadcasts;
}

async function rootOf(
  scope: Scope,
  accountId: string | undefined,
  { root }: Start,
  nodes: readonly TraceNode[],
): Promise<TraceNode> {
  const { type, id, what } = readRoot(root ?? 'unknown');
  const entry = type === 'request' ? await findRequest(scope, accountId, id ?? '') : undefined;
  const name = id === null ? type : nameOf(type, id);
  if (entry) return requestNode(entry, name);
  const times = nodes.map(({ at }) => at).filter(Number.isFinite);
  return {
    type: type === 'admin' || type === 'seed' ? type : 'unknown',
    id: id ?? type,
    name,
    row: { type, id, what },
    at: times.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY),
    subscriberId: null,
    parent: null,
  };
}

/** The node of a recorded request. */
const requestNode = (
  row: RequestEntry,
  name: string,
  above: Partial<Pick<TraceNode, 'parent' | 'subscriberId'>> = {},
): TraceNode => ({
  type: 'request',
  id: row.id,
  name,
  row,
  at: row.accountAt ?? row.at,
  subscriberId: null,
  parent: null,
  ...above,
});

/** The rows that only the places of others name: requests of recipients, earlier laps, and stays on workflows that are over. */
async function impliedBy(
  scope: Scope,
  accountId: string | undefined,
  {
    start,
    root,
    nodes,
  }: { readonly start: Start; readonly root: TraceNode; readonly nodes: readonly TraceNode[] },
): Promise<TraceNode[]> {
  const implied: TraceNode[] = [];
  const known = new Set([root.name, ...nodes.map(({ name }) => name)]);
  const asked = start.names[0]?.startsWith('request:') ? [{ ...start, names: start.names.slice(0, 2) }] : [];
  const paths = nodes.map((node) => ({ names: rowsAbove(node), subscriberId: node.subscriberId }));
  for (const { names, subscriberId } of [...paths, ...asked]) {
    for (const [i, name] of names.entries()) {
      if (known.has(name)) continue;
      known.add(name);
      const parent =
        names
          .slice(i + 1)
          .toReversed()
          .join(' ') || null;
      const node = await impliedNode(scope, accountId, { name, parent, subscriberId });
      if (node) implied.push(node);
    }
  }
  return implied;
}

async function impliedNode(
  scope: Scope,
  accountId: string | undefined,
  above: Pick<TraceNode, 'name' | 'parent' | 'subscriberId'>,
): Promise<TraceNode | undefined> {
  const { type, id: whole } = readName(above.name);
  if (whole === null) return undefined;
  if (type === 'request') {
    const entry = await findRequest(scope, accountId, whole);
    return entry && requestNode(entry, above.name, above);
  }
  if (type !== 'membership' && type !== 'subscription') return undefined;
  const cause = readName((above.parent ?? '').split(' ', 1)[0] ?? '').id ?? '';
  const id = whole.slice(0, whole.lastIndexOf('/'));
  const common = { ...above, id, at: Number.NEGATIVE_INFINITY };
  return type === 'membership'
    ? { ...common, type, row: { workflowId: cause, isOver: true } }
    : { ...common, type, row: { campaignId: cause, isOver: true } };
}

async function rowsOf(
  scope: Scope,
  accountId: string | undefined,
  all: readonly Arranged[],
  page: readonly Arranged[],
): Promise<TraceRow[]> {
  const numbers = new Map(all.map((one, i) => [one, i + 1]));
  const faults = await scope.runtime.faultRules.list();
  const { names, named } = await inAccount(scope, accountId, true, async (context) => ({
    names: await namesOf(context, page),
    named: await withEmails(
      context,
      page.map((one) => ({ one, subscriberId: one.node.subscriberId })),
    ),
  }));
  const rows: TraceRow[] = [];
  const pause = turns();
  for (const { one, subscriberId, email } of named) {
    await pause(); // the rules of an email render it
    const { node, parent, at } = one;
    const { now, state, until, keptBack } = await inAccount(scope, accountId, true, async (context) => ({
      now: context.services.clock.now(),
      ...(await outlookOf(context, node, faults)),
    }));
    const who = email ?? (subscriberId === null ? 'A visitor' : 'A deleted subscriber');
    rows.push({
      number: numbers.get(one) ?? 0,
      parent: parent ? (numbers.get(parent) ?? null) : null,
      type: node.type,
      id: node.id,
      at: new Date(Number.isFinite(at) ? at : now).toISOString(),
      until,
      subscriberId,
      email,
      sentence: sentenceOf(node, { who, names, keptBack }),
      state,
      ref: refOf(node),
    });
  }
  return rows;
}

const NAMED: Readonly<Record<string, { readonly table: RecordTable; readonly id: string }>> = {
  subscription: { table: 'campaigns', id: 'campaignId' },
  membership: { table: 'workflows', id: 'workflowId' },
  conversion: { table: 'goals', id: 'goalId' },
  form_submission: { table: 'forms', id: 'formId' },
};

/** The names of the records that sentences name. */
async function namesOf(
  { tx, accountId }: AdminContext,
  arranged: readonly Arranged[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const {
    node: { type, row },
  } of arranged) {
    const campaignId = type === 'event' ? row.properties.campaign_id : undefined;
    const { table = 'campaigns', id } = NAMED[type] ?? {};
    const named =
      campaignId ??
      (id === undefined ? undefined : (row as unknown as Readonly<Record<string, unknown>>)[id]);
    const key = `${table} ${named}`;
    if (typeof named !== 'string' || names.has(key)) continue;
    names.set(key, (await findRecord(tx, accountId, table, named))?.name ?? '');
  }
  return names;
}
