import { placesFor } from '../engine/filter.ts';
import type { StoredRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

/** Counts of a mailing's emails, or of one of them, by what recipients did. */
export interface EmailFigures {
  readonly sent: number;
  readonly opened: number;
  readonly clicked: number;
  readonly bounced: number;
  readonly complained: number;
  readonly unsubscribed: number;
}

export const NO_EMAILS: EmailFigures = {
  sent: 0,
  opened: 0,
  clicked: 0,
  bounced: 0,
  complained: 0,
  unsubscribed: 0,
};

const SUMS = `count(*) as sent, count(opened_at) as opened, count(clicked_at) as clicked,
  count(bounced_at) as bounced, count(complained_at) as complained, count(unsubscribed_at) as unsubscribed`;

const figuresOf = ({
  sent,
  opened,
  clicked,
  bounced,
  complained,
  unsubscribed,
}: StoredRow): EmailFigures => ({
  sent: Number(sent),
  opened: Number(opened),
  clicked: Number(clicked),
  bounced: Number(bounced),
  complained: Number(complained),
  unsubscribed: Number(unsubscribed),
});

const byKey = (rows: readonly StoredRow[]): ReadonlyMap<string, EmailFigures> =>
  new Map(rows.map((row) => [String(row.key), figuresOf(row)]));

/** The column that names the mailing of a delivery. */
type MailingColumn = 'campaign_id' | 'broadcast_id' | 'workflow_id';

/** Counts an account's emails by mailing. */
export async function countEmailsByMailing(
  tx: Transaction,
  accountId: string,
  column: MailingColumn,
): Promise<ReadonlyMap<string, EmailFigures>> {
  return byKey(
    await tx.all<StoredRow>(
      `select ${column} as key, ${SUMS} from deliveries
       where account_id = ? and ${column} is not null group by ${column}`,
      accountId,
    ),
  );
}

/** Counts the emails of one mailing by email. */
export async function countEmailsOf(
  tx: Transaction,
  accountId: string,
  column: MailingColumn,
  id: string,
): Promise<ReadonlyMap<string, EmailFigures>> {
  return byKey(
    await tx.all<StoredRow>(
      `select email_id as key, ${SUMS} from deliveries where account_id = ? and ${column} = ? group by email_id`,
      accountId,
      id,
    ),
  );
}

/** A campaign's subscriptions by status. */
export interface SubscriptionFigures {
  readonly active: number;
  /** Active subscriptions that got every email. */
  readonly completed: number;
  readonly unconfirmed: number;
  readonly unsubscribed: number;
  readonly removed: number;
}

export const NO_SUBSCRIPTIONS: SubscriptionFigures = {
  active: 0,
  completed: 0,
  unconfirmed: 0,
  unsubscribed: 0,
  removed: 0,
};

/** Counts subscriptions by campaign and status, of one campaign or of all. */
export async function countSubscriptions(
  tx: Transaction,
  accountId: string,
  campaignId?: string,
): Promise<ReadonlyMap<string, SubscriptionFigures>> {
  const rows = await tx.all<{ campaign_id: string; status: string; count: number; completed: number }>(
    `select campaign_id, status, count(*) as count,
       sum(case when data like '%"is_complete":true%' then 1 else 0 end) as completed
     from campaign_subscriptions where account_id = ? ${campaignId === undefined ? '' : 'and campaign_id = ?'}
     group by campaign_id, status`,
    ...(campaignId === undefined ? [accountId] : [accountId, campaignId]),
  );
  const figures = new Map<string, SubscriptionFigures>();
  for (const { campaign_id: id, status, count, completed } of rows) {
    const isActive = status === 'active';
    figures.set(id, {
      ...(figures.get(id) ?? NO_SUBSCRIPTIONS),
      ...(isActive
        ? { active: Number(count) - Number(completed), completed: Number(completed) }
        : { [status]: Number(count) }),
    });
  }
  return figures;
}

/** An email that is due to a subscriber. */
export interface DueEmail {
  readonly subscriberId: string;
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly sendAt: number;
  /** The JSON of the subscription; absent for a broadcast. */
  readonly data?: string | undefined;
}

const toDue = ({ subscriber_id, email, send_at, data }: StoredRow): DueEmail => ({
  subscriberId: String(subscriber_id),
  email: String(email),
  sendAt: Number(send_at),
  ...(data !== undefined && { data: String(data) }),
});

/** Lists the next emails of a campaign. */
export async function listDueOfCampaign(
  tx: Transaction,
  accountId: string,
  campaignId: string,
  limit: number,
): Promise<DueEmail[]> {
  const rows = await tx.all<StoredRow>(
    `select c.subscriber_id, s.email, c.next_send_at as send_at, c.data from campaign_subscriptions c
     join subscribers s on s.account_id = c.account_id and s.id = c.subscriber_id
     where c.account_id = ? and c.campaign_id = ? and c.next_send_at is not null
     order by c.next_send_at, c.seq limit ?`,
    accountId,
    campaignId,
    limit,
  );
  return rows.map(toDue);
}

/** Lists the next emails of a broadcast. */
export async function listDueOfBroadcast(
  tx: Transaction,
  accountId: string,
  broadcastId: string,
  limit: number,
): Promise<DueEmail[]> {
  const rows = await tx.all<StoredRow>(
    `select r.subscriber_id, s.email, r.send_at from broadcast_recipients r
     join subscribers s on s.account_id = r.account_id and s.id = r.subscriber_id
     where r.account_id = ? and r.broadcast_id = ? order by r.send_at, r.subscriber_id limit ?`,
    accountId,
    broadcastId,
    limit,
  );
  return rows.map(toDue);
}

/** A member of a workflow. */
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
  const rows = await tx.all<StoredRow>(
    `select m.subscriber_id, s.email, m.created_at, m.data from workflow_memberships m
     join subscribers s on s.account_id = m.account_id and s.id = m.subscriber_id
     where m.account_id = ? and m.workflow_id = ? order by m.seq desc limit ?`,
    accountId,
    workflowId,
    limit,
  );
  const members = rows.map((row) => {
    const { step, waitsFor, run } = JSON.parse(String(row.data));
    return {
      workflowId,
      subscriberId: String(row.subscriber_id),
      email: String(row.email),
      createdAt: String(row.created_at),
      step: Number(step),
      waitsFor,
      run: String(run),
    };
  });
  const times = await timesOfRuns(tx, accountId, members);
  return members.map((member) => ({ ...member, runAt: times.get(member.run) ?? null }));
}

/** When the runs of workflow memberships continue. */
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
  const rows = await tx.all<{ payload: string; run_at: number }>(
    `select input as payload, run_at from jobs where account_id = ? and failure is null and kind = 'workflow_steps'
     and input in (${placesFor(payloads)})`,
    accountId,
    ...payloads,
  );
  return new Map(rows.map(({ payload, run_at }) => [String(JSON.parse(payload).run), Number(run_at)]));
}

/** Counts the members of each workflow by the position at which they wait, of one workflow or of all. */
export async function countMembers(
  tx: Transaction,
  accountId: string,
  workflowId?: string,
): Promise<{ readonly workflowId: string; readonly step: number; readonly waitsFor: string | null }[]> {
  const rows = await tx.all<{ workflow_id: string; data: string }>(
    `select workflow_id, data from workflow_memberships
     where account_id = ? ${workflowId === undefined ? '' : 'and workflow_id = ?'}`,
    ...(workflowId === undefined ? [accountId] : [accountId, workflowId]),
  );
  return rows.map(({ workflow_id, data }) => {
    const { step, waitsFor } = JSON.parse(data);
    return { workflowId: workflow_id, step: Number(step), waitsFor };
  });
}

/** Counts form submissions by form, and conversions by goal. */
export async function countByParent(
  tx: Transaction,
  accountId: string,
  table: 'form_submissions' | 'conversions',
): Promise<ReadonlyMap<string, { readonly count: number; readonly value: number }>> {
  const [column, value] = table === 'conversions' ? ['goal_id', 'sum(value)'] : ['form_id', '0'];
  const rows = await tx.all<{ key: string; count: number; value: number }>(
    `select ${column} as key, count(*) as count, ${value} as value from ${table}
     where account_id = ? group by ${column}`,
    accountId,
  );
  return new Map(rows.map(({ key, count, value }) => [key, { count: Number(count), value: Number(value) }]));
}
