import type { Context } from '../../domain/context/context.ts';
import { type Fragment, sql } from '../../store/engine/sql.ts';
import type { Transaction } from '../../store/engine/store.ts';
import type { JobRow } from '../../store/tables/jobs.ts';
import { type OutboxMail, outbox } from '../../store/tables/outbox.ts';
import { type WebhookDeliveryRow, webhookDeliveries } from '../../store/tables/webhook-deliveries.ts';
import { MAILINGS, namesOf } from './mailings.ts';

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

/** The member of a payload, if it is an id; of an object, its id. */
function idIn(payload: unknown, name: string): string | undefined {
  const value = (payload as Readonly<Record<string, unknown>> | null)?.[name];
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  return typeof id === 'string' ? id : undefined;
}

export async function withSubjects<Job extends Pick<JobRow, 'payload'>>(
  context: Context,
  jobs: readonly Job[],
) {
  const payloads = jobs.map(({ payload }) => payload);
  const finders = [
    await finderBy(context, payloads, { member: 'mailId', table: outbox, recordOf: emailOf }),
    await finderBy(context, payloads, {
      member: 'deliveryId',
      table: webhookDeliveries,
      recordOf: deliveryOf,
    }),
  ];
  for (const mailing of MAILINGS) finders.push(await mailingsIn(context, payloads, mailing));
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

async function mailingsIn(
  context: Context,
  payloads: readonly unknown[],
  [type, table]: (typeof MAILINGS)[number],
): Promise<Finder> {
  const idOf = (payload: unknown) => idIn(payload, `${type}Id`) ?? idIn(payload, type);
  if (!payloads.some((payload) => idOf(payload) !== undefined)) return () => undefined;
  const names = await namesOf(context, table);
  return (payload) => {
    const id = idOf(payload);
    return id === undefined ? undefined : { ...NOTHING, type, id, name: names.get(id) ?? null };
  };
}

/** Rows that payloads name by a member, and the record that is made of one; its row may be gone. */
interface Named<Row> {
  readonly member: string;
  readonly table: { all(tx: Transaction, accountId: string, condition: Fragment): Promise<Row[]> };
  readonly recordOf: (id: string, row: Partial<Row>) => JobRecord;
}

async function finderBy<Row extends { readonly id: string }>(
  { tx, accountId }: Context,
  payloads: readonly unknown[],
  { member, table, recordOf }: Named<Row>,
): Promise<Finder> {
  const ids = [...new Set(payloads.flatMap((payload) => idIn(payload, member) ?? []))];
  const found = ids.length === 0 ? [] : await table.all(tx, accountId, sql`id in (${ids})`);
  const rows = new Map(found.map((row) => [row.id, row]));
  return (payload) => {
    const id = idIn(payload, member);
    return id === undefined ? undefined : recordOf(id, rows.get(id) ?? {});
  };
}

function emailOf(id: string, row: Partial<OutboxMail>): JobRecord {
  const { subject: name = null, subscriberId = null } = row;
  return { ...NOTHING, type: 'email', id, name, subscriberId };
}

function deliveryOf(id: string, row: Partial<WebhookDeliveryRow>): JobRecord {
  const { event: name = null, url = null, subscriberId = null, attempts } = row;
  return {
    type: 'webhook_delivery',
    id,
    name,
    url,
    attempt: attempts ? attempts.length + 1 : null,
    subscriberId,
  };
}
