import { turns } from '../../../shared/platform/timers.ts';
import { type Fragment, plain, sql } from '../../../store/engine/sql.ts';
import type { StoredRow } from '../../../store/engine/store.ts';
import type { Table } from '../../../store/engine/table.ts';
import { subscriptions } from '../../../store/tables/campaign-subscriptions.ts';
import { conversions } from '../../../store/tables/conversions.ts';
import { deliveries } from '../../../store/tables/deliveries.ts';
import { domainEvents } from '../../../store/tables/domain-events.ts';
import { events } from '../../../store/tables/events.ts';
import { formSubmissions } from '../../../store/tables/form-submissions.ts';
import { jobs } from '../../../store/tables/jobs.ts';
import { outbox } from '../../../store/tables/outbox.ts';
import { outcomes } from '../../../store/tables/outcomes.ts';
import { webhookDeliveries } from '../../../store/tables/webhook-deliveries.ts';
import { memberships } from '../../../store/tables/workflow-memberships.ts';
import { type AdminContext, inAccount, type Scope } from '../../scope.ts';
import type { TraceNode } from './node.ts';
import * as nodes from './node.ts';

/** A table whose rows have places. */
interface Source {
  // biome-ignore lint/suspicious/noExplicitAny: the rows of a table go to the function beside it
  readonly table: Table<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly toNodes: (row: any, stored: StoredRow) => readonly TraceNode[];
  /** The condition for the row with an id; undefined if it cannot be the id of one. */
  readonly withId: (id: string) => Fragment | undefined;
  /** The condition for the rows that stand for themselves, as in the index. Default: all. */
  readonly shown?: string;
  /** The condition for the rows of a root. Default: by their column `root`. */
  readonly ofRoot?: (accountId: string, root: string) => Fragment;
  /** Whether its rows belong to no subscriber. */
  readonly isOfNobody?: true;
}

const byId = (id: string) => sql`id = ${id}`;

const byNumber = (id: string) => {
  const [, number] = /^event-(\d{1,15})$/.exec(id) ?? [];
  return number === undefined ? undefined : sql`seq = ${Number(number)}`;
};

/** Subscribers' ids have no slash, workflows' may. */
const byMembership = (id: string) => {
  const end = id.lastIndexOf('/');
  return end < 0
    ? undefined
    : sql`workflow_id = ${id.slice(0, end)} and subscriber_id = ${id.slice(end + 1)}`;
};

/** The tables whose rows have places. */
export const SOURCES: readonly Source[] = [
  { table: domainEvents, toNodes: nodes.eventNode, withId: byNumber },
  { table: deliveries, toNodes: nodes.emailNode, withId: byId },
  { table: outbox, toNodes: nodes.mailNode, withId: byId, shown: 'delivery_id is null' },
  { table: webhookDeliveries, toNodes: nodes.webhookNodes, withId: byId },
  { table: events, toNodes: nodes.timelineNode, withId: (id) => byNumber(id) ?? byId(id) },
  { table: conversions, toNodes: nodes.conversionNode, withId: byId },
  { table: formSubmissions, toNodes: nodes.submissionNode, withId: byId },
  { table: subscriptions, toNodes: nodes.subscriptionNode, withId: byId },
  { table: memberships, toNodes: nodes.membershipNode, withId: byMembership },
  {
    table: outcomes,
    toNodes: nodes.outcomeNode,
    withId: (id) => sql`request_id = ${id}`,
    // Only the first record of a batch is in an index, which would make large batches slower.
    ofRoot: (accountId, root) => sql`request_id in (
      select request_id from outcomes where account_id = ${accountId} and root = ${root} and position = 0)`,
  },
  {
    table: jobs,
    toNodes: nodes.jobNode,
    withId: byId,
    // Deliveries, memberships and subscriptions say themselves that they wait.
    shown: "kind not in ('webhook', 'workflow_steps', 'campaign_emails')",
    isOfNobody: true,
  },
];

/** A row, and the root of all that began with the same. */
export interface Found {
  readonly node: TraceNode;
  readonly root: string | null;
}

/** Reads rows of a table. An order and a limit can follow the condition. */
export async function readFrom(
  { tx, accountId }: AdminContext,
  { table, toNodes }: Source,
  { sql: condition, values }: Fragment,
): Promise<Found[]> {
  const rows = await table.allStored(tx, accountId, condition, ...values);
  return rows.flatMap(([row, stored]) =>
    toNodes(row, stored).map((node) => ({ node, root: (stored.root as string | null) ?? null })),
  );
}

/** The most rows of a table that are read, and the most in one turn. */
const [MAX_ROWS, SLICE] = [5000, 500];

/** The rows of a trace. */
export interface Collected {
  readonly nodes: readonly TraceNode[];
  /** Whether there are more rows than were read. */
  readonly isCut: boolean;
}

/**
 * Reads the rows with the same root, a slice at a time, so that the server answers other requests in between. Always includes the
 * rows of the given subscriber, even if there are too many others.
 */
export async function collect(
  scope: Scope,
  accountId: string | undefined,
  { root, subscriberId }: { readonly root: string; readonly subscriberId: string | null },
): Promise<Collected> {
  const found = new Map<string, TraceNode>();
  const pause = turns();
  const isRead = async ({ table, toNodes }: Source, condition: (accountId: string) => Fragment) => {
    for (let count = 0, last = 0; count < MAX_ROWS; count += SLICE) {
      await pause();
      const rows = await inAccount(scope, accountId, true, ({ tx, accountId }) => {
        const { sql: slice, values } =
          sql`${condition(accountId)} and seq > ${last} order by seq limit ${SLICE}`;
        return table.allStored(tx, accountId, slice, ...values);
      });
      for (const [row, stored] of rows) {
        for (const node of toNodes(row, stored)) found.set(`${node.type} ${node.id}`, node);
        last = Number(stored.seq);
      }
      if (rows.length < SLICE) return true;
    }
    return false;
  };
  let isCut = false;
  for (const source of SOURCES) {
    const { shown = 'true', ofRoot = (_, root) => sql`root = ${root}` } = source;
    const isShown = plain(shown);
    if (await isRead(source, (id) => sql`${ofRoot(id, root)} and ${isShown}`)) continue;
    isCut = true;
    if (subscriberId === null || source.isOfNobody) continue;
    await isRead(source, () => sql`subscriber_id = ${subscriberId} and root = ${root} and ${isShown}`);
  }
  return { nodes: [...found.values()], isCut };
}
