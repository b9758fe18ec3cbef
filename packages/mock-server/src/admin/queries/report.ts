import type { Span } from '../../store/engine/filter.ts';
import { sql } from '../../store/engine/sql.ts';
import type { Transaction } from '../../store/engine/store.ts';
import { pageOfAllEvents } from '../../store/queries/all-events.ts';
import { listEmailAddresses } from '../../store/queries/subscribers.ts';
import { type DeliveryRow, deliveries } from '../../store/tables/deliveries.ts';
import { type MailPurpose, outbox } from '../../store/tables/outbox.ts';
import { withinSeconds } from '../fields.ts';
import { namesOf } from './mailings.ts';

/** One email and who got it. */
export interface EmailReport {
  readonly kind: MailPurpose;
  /** The campaign, broadcast or workflow; null for an email outside mailings. */
  readonly mailingId: string | null;
  /** Its name; null if it has been deleted. */
  readonly mailing: string | null;
  readonly subject: string;
  readonly count: number;
  /** When the first and the last one were sent, ISO 8601. */
  readonly first: string;
  readonly last: string;
  /** The first recipients, at most {@link MAX_RECIPIENTS}. */
  readonly recipients: readonly Recipient[];
}

interface Recipient {
  readonly subscriberId: string | null;
  readonly email: string;
  readonly sentAt: string;
}

/** The activity of an account in a span of time. */
export interface Report {
  /** The emails that are sent, the first one first. */
  readonly emails: readonly EmailReport[];
  /** The events by their actions, the most frequent first. */
  readonly events: readonly { readonly action: string; readonly count: number }[];
  /** The days on which something happens, as in `2026-01-20` in UTC. */
  readonly days: readonly { readonly day: string; readonly emails: number; readonly events: number }[];
}

/** Recipients of an email that a report names. */
const MAX_RECIPIENTS = 100;

export async function readReport(tx: Transaction, accountId: string, span: Span<string>): Promise<Report> {
  const sends = await sendsIn(tx, accountId, span);
  const conditions = withinSeconds('occurred_at', span);
  const { rows: events } = await pageOfAllEvents(tx, accountId, { conditions }, {});
  const dayOf = (at: string) => at.slice(0, 10);
  const byDay = [
    countBy(sends, ({ sentAt }) => dayOf(sentAt)),
    countBy(events, ({ occurredAt }) => dayOf(occurredAt)),
  ] as const;
  const days = [...new Set(byDay.flatMap((counts) => [...counts.keys()]))].sort();
  return {
    emails: Array.from(Map.groupBy(sends, ({ key }) => key).values(), emailOf),
    events: Array.from(
      countBy(events, ({ action }) => action),
      ([action, count]) => ({ action, count }),
    ).sort((one, other) => other.count - one.count),
    days: days.map((day) => ({ day, emails: byDay[0].get(day) ?? 0, events: byDay[1].get(day) ?? 0 })),
  };
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

interface Send extends Recipient, Pick<EmailReport, 'kind' | 'mailingId' | 'mailing' | 'subject'> {
  /** The same for all copies of an email. */
  readonly key: string;
}

function emailOf(sends: readonly Send[]): EmailReport {
  const [{ kind, mailingId, mailing, subject, sentAt: first }] = sends as [Send, ...Send[]]; // a group has a member
  return {
    ...{ kind, mailingId, mailing, subject, count: sends.length, first },
    last: sends.at(-1)?.sentAt ?? first,
    recipients: sends
      .slice(0, MAX_RECIPIENTS)
      .map(({ subscriberId, email, sentAt }) => ({ subscriberId, email, sentAt })),
  };
}

/** The emails that were sent, the first one first. */
async function sendsIn(tx: Transaction, accountId: string, span: Span<string>): Promise<Send[]> {
  const conditions = withinSeconds('sent_at', span);
  const { rows } = await deliveries.page(tx, accountId, {}, { conditions });
  const addresses = await listEmailAddresses(tx, accountId, [
    ...new Set(rows.map((row) => row.subscriberId)),
  ]);
  const names = {
    campaign: await namesOf({ tx, accountId }, 'campaigns'),
    broadcast: await namesOf({ tx, accountId }, 'broadcasts'),
    workflow: await namesOf({ tx, accountId }, 'workflows'),
  };
  const ofMailings = rows.map((row): Send => {
    const { kind, mailingId } = mailingOf(row);
    const { emailId, emailSubject: subject, subscriberId, sentAt } = row;
    const email = addresses.get(subscriberId) ?? subscriberId;
    const mailing = names[kind].get(mailingId ?? '') ?? null;
    return {
      key: `${mailingId} ${emailId} `,
      kind,
      mailingId,
      mailing,
      subject,
      subscriberId,
      email,
      sentAt,
    };
  });
  const single = sql`delivery_id is null`;
  const others = await outbox.page(tx, accountId, {}, { conditions: [single, ...conditions] });
  const ofService = others.rows.map(({ purpose: kind, subject, to: email, subscriberId, sentAt }): Send => {
    const none = { mailingId: null, mailing: null };
    return { key: `${kind} ${subject}`, kind, ...none, subject, subscriberId, email, sentAt };
  });
  return [...ofMailings, ...ofService].sort((one, other) => (one.sentAt < other.sentAt ? -1 : 1));
}

const MAILINGS = ['campaign', 'broadcast', 'workflow'] as const;

function mailingOf(row: DeliveryRow): { kind: (typeof MAILINGS)[number]; mailingId: string | null } {
  const kind = MAILINGS.find((one) => row[`${one}Id`] !== null) ?? 'campaign';
  return { kind, mailingId: row[`${kind}Id`] };
}
