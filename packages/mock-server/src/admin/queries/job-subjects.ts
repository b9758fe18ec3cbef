import type { Context } from '../../domain/context/context.ts';
import { sql } from '../../store/engine/sql.ts';
import type { JobRow } from '../../store/tables/jobs.ts';
import { outbox } from '../../store/tables/outbox.ts';
import { webhookDeliveries } from '../../store/tables/webhook-deliveries.ts';
import { namesOf } from './mailings.ts';

/** The record that a job works on. */
export interface JobRecord {
  readonly type: 'campaign' | 'broadcast' | 'workflow' | 'email' | 'webhook_delivery';
  readonly id: string;
  /** The name of a mailing, the subject of an email, the event of a delivery; null if the record is gone. */
  readonly name: string | null;
  /** The URL that a delivery is posted to. */
  readonly url: string | null;
  /** The number of the next attempt of a delivery, from 1. */
  readonly attempt: number | null;
  readonly subscriberId: string | null;
}

/** The tables of mailings, with the members of payloads that name their records. */
const MAILINGS = [
  ['campaigns', 'campaign', 'campaignId'],
  ['broadcasts', 'broadcast', 'broadcastId'],
  ['workflows', 'workflow', 'workflowId'],
] as const;

/** The member of a payload, if it is an id; of an object, its id. */
function idIn(payload: unknown, name: string): string | undefined {
  const value = (payload as Readonly<Record<string, unknown>> | null)?.[name];
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  return typeof id === 'string' ? id : undefined;
}

export async function withSubjects<Job extends Pick<JobRow, 'payload'>>(
  context: Context,
  jobs: readonly Job[],
): Promise<(Job & { readonly record: JobRecord | null; readonly subscriberId: string | null })[]> {
  const finders = [await emailsIn(context, jobs), await deliveriesIn(context, jobs)];
  for (const mailing of MAILINGS) finders.push(await mailingsIn(context, jobs, mailing));
  return jobs.map((job) => {
    const record = finders.map((find) => find(job.payload)).find((one) => one !== undefined) ?? null;
    return {
      ...job,
      record,
      subscriberId: idIn(job.payload, 'subscriberId') ?? record?.subscriberId ?? null,
    };
  });
}

type Finder = (payload: unknown) => JobRecord | undefined;

const NOTHING = { name: null, url: null, attempt: null, subscriberId: null };

const idsIn = (jobs: readonly Pick<JobRow, 'payload'>[], name: string): readonly string[] => [
  ...new Set(jobs.flatMap(({ payload }) => idIn(payload, name) ?? [])),
];

async function mailingsIn(
  context: Context,
  jobs: readonly Pick<JobRow, 'payload'>[],
  [table, type, member]: (typeof MAILINGS)[number],
): Promise<Finder> {
  const idOf = (payload: unknown) => idIn(payload, member) ?? idIn(payload, type);
  if (!jobs.some(({ payload }) => idOf(payload) !== undefined)) return () => undefined;
  const names = await namesOf(context, table);
  return (payload) => {
    const id = idOf(payload);
    return id === undefined ? undefined : { ...NOTHING, type, id, name: names.get(id) ?? null };
  };
}

async function emailsIn(
  { tx, accountId }: Context,
  jobs: readonly Pick<JobRow, 'payload'>[],
): Promise<Finder> {
  const ids = idsIn(jobs, 'mailId');
  const rows = ids.length === 0 ? [] : await outbox.all(tx, accountId, sql`id in (${ids})`);
  const emails = new Map(rows.map((row) => [row.id, row]));
  return (payload) => {
    const id = idIn(payload, 'mailId');
    if (id === undefined) return undefined;
    const { subject: name = null, subscriberId = null } = emails.get(id) ?? {};
    return { ...NOTHING, type: 'email', id, name, subscriberId };
  };
}

async function deliveriesIn(
  { tx, accountId }: Context,
  jobs: readonly Pick<JobRow, 'payload'>[],
): Promise<Finder> {
  const ids = idsIn(jobs, 'deliveryId');
  const rows = ids.length === 0 ? [] : await webhookDeliveries.all(tx, accountId, sql`id in (${ids})`);
  const deliveries = new Map(rows.map((row) => [row.id, row]));
  return (payload) => {
    const id = idIn(payload, 'deliveryId');
    if (id === undefined) return undefined;
    const { event: name = null, url = null, subscriberId = null, attempts } = deliveries.get(id) ?? {};
    return {
      type: 'webhook_delivery',
      id,
      name,
      url,
      attempt: attempts ? attempts.length + 1 : null,
      subscriberId,
    };
  };
}
