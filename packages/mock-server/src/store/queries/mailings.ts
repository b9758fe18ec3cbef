import { countRows } from '../engine/page.ts';
import { type Fragment, matching, plain, selectColumn, selectRows, sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';

/** Counts of a mailing's emails, or of one of them, by what recipients did. */
export const NO_EMAILS = {
  sent: 0,
  opened: 0,
  clicked: 0,
  bounced: 0,
  complained: 0,
  unsubscribed: 0,
};
export interface EmailFigures extends Readonly<typeof NO_EMAILS> {}

const SUMS = plain(`count(*) as sent, count(opened_at) as opened, count(clicked_at) as clicked,
  count(bounced_at) as bounced, count(complained_at) as complained, count(unsubscribed_at) as unsubscribed`);

type MailingColumn = 'campaign_id' | 'broadcast_id' | 'workflow_id';

export const countEmailsByMailing = (
  tx: Transaction,
  accountId: string,
  column: MailingColumn,
): Promise<ReadonlyMap<string, EmailFigures>> =>
  countEmails(tx, plain(column), sql`account_id = ${accountId} and ${plain(column)} is not null`);

export const countEmailsOf = (
  tx: Transaction,
  accountId: string,
  column: MailingColumn,
  id: string,
): Promise<ReadonlyMap<string, EmailFigures>> =>
  countEmails(tx, plain('email_id'), sql`account_id = ${accountId} and ${plain(column)} = ${id}`);

async function countEmails(
  tx: Transaction,
  key: Fragment,
  where: Fragment,
): Promise<ReadonlyMap<string, EmailFigures>> {
  const rows = await selectRows<EmailFigures & { readonly key: string }>(
    tx,
    sql`select ${key} as key, ${SUMS} from deliveries where ${where} group by ${key}`,
  );
  return new Map(rows.map(({ key, ...figures }) => [key, figures]));
}

export const NO_SUBSCRIPTIONS = {
  active: 0,
  /** Active subscriptions that got every email. */
  completed: 0,
  unconfirmed: 0,
  unsubscribed: 0,
  removed: 0,
};
export interface SubscriptionFigures extends Readonly<typeof NO_SUBSCRIPTIONS> {}

/** Counts subscriptions by campaign and status, of one campaign or of all. */
export async function countSubscriptions(
  tx: Transaction,
  accountId: string,
  campaignId?: string,
): Promise<ReadonlyMap<string, SubscriptionFigures>> {
  const rows = await selectRows<{ id: string; status: string; count: number; completed: number }>(
    tx,
    sql`select campaign_id as id, status, count(*) as count,
        count(*) filter (where data like '%"is_complete":true%') as completed
      from campaign_subscriptions where account_id = ${accountId} and ${matching('campaign_id', campaignId)}
      group by campaign_id, status`,
  );
  const figures = new Map<string, SubscriptionFigures>();
  for (const { id, status, count, completed } of rows) {
    const counts = status === 'active' ? { active: count - completed, completed } : { [status]: count };
    figures.set(id, { ...(figures.get(id) ?? NO_SUBSCRIPTIONS), ...counts });
  }
  return figures;
}

export interface DueEmail {
  readonly subscriberId: string;
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly sendAt: number;
  /** The JSON of the subscription; absent for a broadcast. */
  readonly data?: string | undefined;
}

export const listDueOfCampaign = (
  tx: Transaction,
  accountId: string,
  campaignId: string,
  limit: number,
): Promise<DueEmail[]> =>
  selectRows(
    tx,
    sql`select c.subscriber_id as "subscriberId", s.email, c.next_send_at as "sendAt", c.data
      from campaign_subscriptions c join subscribers s on s.account_id = c.account_id and s.id = c.subscriber_id
      where c.account_id = ${accountId} and c.campaign_id = ${campaignId} and c.next_send_at is not null
      order by c.next_send_at, c.seq limit ${limit}`,
  );

export const listDueOfBroadcast = (
  tx: Transaction,
  accountId: string,
  broadcastId: string,
  limit: number,
): Promise<DueEmail[]> =>
  selectRows(
    tx,
    sql`select r.subscriber_id as "subscriberId", s.email, r.send_at as "sendAt" from broadcast_recipients r
      join subscribers s on s.account_id = r.account_id and s.id = r.subscriber_id
      where r.account_id = ${accountId} and r.broadcast_id = ${broadcastId}
      order by r.send_at, r.subscriber_id limit ${limit}`,
  );

export interface MemberRow {
  readonly workflowId: string;
  readonly subscriberId: string;
  readonly email: string;
  readonly createdAt: string;
  /** The index of the next step. */
  readonly step: number;
  readonly waitsFor: string | null;
  /** The id of the job that continues the membership. */
  readonly run: string;
  /** The time of that job, in milliseconds since 1970; null without a waiting job. */
  readonly runAt: number | null;
}

/** Lists the newest members of a workflow. */
export async function listMembers(
  tx: Transaction,
  accountId: string,
  workflowId: string,
  limit: number,
): Promise<MemberRow[]> {
  const rows = await selectRows<
    Pick<MemberRow, 'subscriberId' | 'email' | 'createdAt'> & { readonly data: string }
  >(
    tx,
    sql`select m.subscriber_id as "subscriberId", s.email, m.created_at as "createdAt", m.data
      from workflow_memberships m join subscribers s on s.account_id = m.account_id and s.id = m.subscriber_id
      where m.account_id = ${accountId} and m.workflow_id = ${workflowId} order by m.seq desc limit ${limit}`,
  );
  const members = rows.map(({ data, ...row }) => {
    const { step, waitsFor, run } = JSON.parse(data);
    return { workflowId, ...row, step: Number(step), waitsFor, run: String(run) };
  });
  const times = await timesOfRuns(tx, accountId, members);
  return members.map((member) => ({ ...member, runAt: times.get(member.run) ?? null }));
}

async function timesOfRuns(
  tx: Transaction,
  accountId: string,
  members: readonly Omit<MemberRow, 'runAt'>[],
): Promise<ReadonlyMap<string, number>> {
  if (members.length === 0) return new Map();
  // As `enqueueSteps` writes them. Comparing whole payloads spares parsing those of all jobs.
  const payloads = members.map(({ workflowId, subscriberId, run }) =>
    JSON.stringify({ workflowId, subscriberId, run }),
  );
  const rows = await selectRows<{ payload: string; run_at: number }>(
    tx,
    sql`select input as payload, run_at from jobs where account_id = ${accountId} and failure is null
      and kind = 'workflow_steps' and input in (${payloads})`,
  );
  return new Map(rows.map(({ payload, run_at }) => [String(JSON.parse(payload).run), Number(run_at)]));
}

/** Counts the members of each workflow by the position at which they wait, of one workflow or of all. */
export async function countMembers(
  tx: Transaction,
  accountId: string,
  workflowId?: string,
): Promise<{ readonly workflowId: string; readonly step: number; readonly waitsFor: string | null }[]> {
  const rows = await selectRows<{ workflow_id: string; data: string }>(
    tx,
    sql`select workflow_id, data from workflow_memberships
      where account_id = ${accountId} and ${matching('workflow_id', workflowId)}`,
  );
  return rows.map(({ workflow_id, data }) => {
    const { step, waitsFor } = JSON.parse(data);
    return { workflowId: workflow_id, step: Number(step), waitsFor };
  });
}

export async function countByParent(
  tx: Transaction,
  accountId: string,
  table: 'form_submissions' | 'conversions',
): Promise<ReadonlyMap<string, { readonly count: number; readonly value: number }>> {
  const [column, value] = table === 'conversions' ? ['goal_id', 'sum(value)'] : ['form_id', '0'];
  const rows = await selectRows<{ key: string; count: number; value: number }>(
    tx,
    sql`select ${plain(column)} as key, count(*) as count, ${plain(value)} as value from ${plain(table)}
      where account_id = ${accountId} group by ${plain(column)}`,
  );
  return new Map(rows.map(({ key, ...sums }) => [key, sums]));
}

/** The emails of a mailing that are due after a time and until another, in milliseconds since 1970. */
interface DueSpan {
  readonly id: string;
  readonly after: number;
  readonly until: number;
}

/** The number of subscriptions of a campaign that have a due email, and the data of the first {@link MAX_DUE_READ}. */
export async function readDueOfCampaign(
  tx: Transaction,
  accountId: string,
  { id, after, until }: DueSpan,
): Promise<{ readonly count: number; readonly data: readonly string[] }> {
  const due = sql`account_id = ${accountId} and campaign_id = ${id} and next_send_at > ${after} and next_send_at <= ${until}`;
  const count = await countRows(tx, { table: 'campaign_subscriptions', where: due });
  const first = sql`select data from campaign_subscriptions where ${due} order by next_send_at, seq limit ${MAX_DUE_READ}`;
  return { count, data: await selectColumn(tx, first) };
}

export const countDueOfBroadcast = (
  tx: Transaction,
  accountId: string,
  { id, after, until }: DueSpan,
): Promise<number> =>
  countRows(tx, {
    table: 'broadcast_recipients',
    where: sql`account_id = ${accountId} and broadcast_id = ${id} and send_at > ${after} and send_at <= ${until}`,
  });

const MAX_DUE_READ = 100;

export interface CampaignFigures {
  readonly active: number;
  readonly sent: number;
  readonly opened: number;
  readonly clicked: number;
  /** Subscribers who unsubscribed through one of the emails. */
  readonly unsubscribed: number;
}

export async function countCampaign(
  tx: Transaction,
  accountId: string,
  campaignId: string,
): Promise<CampaignFigures> {
  const of = sql`account_id = ${accountId} and campaign_id = ${campaignId}`;
  const [figures] = await selectRows<CampaignFigures>(
    tx,
    sql`select (select count(*) from campaign_subscriptions where ${of} and status = 'active') as active,
        count(*) as sent, count(opened_at) as opened, count(clicked_at) as clicked,
        count(distinct case when unsubscribed_at is not null then subscriber_id end) as unsubscribed
      from deliveries where ${of}`,
  );
  return figures as CampaignFigures; // an aggregate always has a row
}
