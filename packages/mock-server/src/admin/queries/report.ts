import type { Span } from '../../store/engine/filter.ts';
import { sql } from '../../store/engine/sql.ts';
import type { Transaction } from '../../store/engine/store.ts';
import { pageOfAllEvents } from '../../store/queries/all-events.ts';
import { listEmailAddresses } from '../../store/queries/subscribers.ts';
import { deliveries } from '../../store/tables/deliveries.ts';
import { type MailPurpose, outbox } from '../../store/tables/outbox.ts';
import { withinSeconds } from '../fields.ts';
import { MAILINGS, mailingOf, namesOf } from './mailings.ts';

/** Recipients of an email that a report names. */
const MAX_RECIPIENTS = 100;

/** Reads the activity of an account in a span of time. */
export async function readReport(tx: Transaction, accountId: string, span: Span<string>) {
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
    /** The emails that are sent, the first one first. */
    emails: Array.from(Map.groupBy(sends, ({ key }) => key).values(), emailOf),
    /** The events by their actions, the most frequent first. */
    events: Array.from(
      countBy(events, ({ action }) => action),
      ([action, count]) => ({ action, count }),
    ).sort((one, other) => other.count - one.count),
    /** The days on which something happens, as in `2026-01-20` in UTC. */
    days: days.map((day) => ({ day, emails: byDay[0].get(day) ?? 0, events: byDay[1].get(day) ?? 0 })),
  };
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** An email that was sent to somebody. */
interface Send {
  /** The same for all copies of an email. */
  readonly key: string;
  readonly kind: MailPurpose;
  /** The campaign, broadcast or workflow; null for an email outside mailings. */
  readonly mailingId: string | null;
  /** Its name; null if it has been deleted. */
  readonly mailing: string | null;
  readonly subject: string;
  readonly subscriberId: string | null;
  readonly email: string;
  readonly sentAt: string;
}

/** One email and who got it. */
function emailOf(sends: readonly Send[]) {
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
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const [kind, table] of MAILINGS) names.set(kind, await namesOf({ tx, accountId }, table));
  const ofMailings = rows.map((row): Send => {
    const { kind = 'campaign', id: mailingId = null } = mailingOf(row) ?? {};
    const { emailId, emailSubject: subject, subscriberId, sentAt } = row;
    const email = addresses.get(subscriberId) ?? subscriberId;
    const mailing = names.get(kind)?.get(mailingId ?? '') ?? null;
    const key = `${mailingId} ${emailId} `;
    return { key, kind, mailingId, mailing, subject, subscriberId, email, sentAt };
  });
  const single = sql`delivery_id is null`;
  const others = await outbox.page(tx, accountId, {}, { conditions: [single, ...conditions] });
  const ofService = others.rows.map(({ purpose: kind, subject, to: email, subscriberId, sentAt }): Send => {
    const none = { mailingId: null, mailing: null };
    return { key: `${kind} ${subject}`, kind, ...none, subject, subscriberId, email, sentAt };
  });
  return [...ofMailings, ...ofService].sort((one, other) => (one.sentAt < other.sentAt ? -1 : 1));
}
