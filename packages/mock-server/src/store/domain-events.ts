import type { WebhookEvent } from '@trickle/sdk/contract';
import type { Transaction } from './store.ts';

/** Something that happened to a person, as webhooks are told of it. */
export interface DomainEvent {
  readonly accountId: string;
  readonly subscriberId: string;
  readonly event: WebhookEvent;
  readonly properties: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly occurredAt: string;
}

export async function insertDomainEvent(tx: Transaction, event: DomainEvent): Promise<void> {
  await tx.run(
    `insert into domain_events (account_id, subscriber_id, event, properties, occurred_at)
     values (?, ?, ?, ?, ?)`,
    event.accountId,
    event.subscriberId,
    event.event,
    JSON.stringify(event.properties),
    event.occurredAt,
  );
}

/** The events of an account, of one person or one kind if so asked, in the order in which they happened. */
export async function listDomainEvents(
  tx: Transaction,
  accountId: string,
  { subscriberId, event }: { subscriberId?: string | undefined; event?: string | undefined },
): Promise<DomainEvent[]> {
  const rows = await tx.all<{
    subscriber_id: string;
    event: WebhookEvent;
    properties: string;
    occurred_at: string;
  }>(
    `select subscriber_id, event, properties, occurred_at from domain_events
     where account_id = ? and (? is null or subscriber_id = ?) and (? is null or event = ?) order by seq`,
    accountId,
    subscriberId ?? null,
    subscriberId ?? null,
    event ?? null,
    event ?? null,
  );
  return rows.map((row) => ({
    accountId,
    subscriberId: row.subscriber_id,
    event: row.event,
    properties: JSON.parse(row.properties),
    occurredAt: row.occurred_at,
  }));
}
