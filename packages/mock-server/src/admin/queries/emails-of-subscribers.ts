import type { Context } from '../../domain/context/context.ts';
import { listEmailAddresses } from '../../store/queries/subscribers.ts';

/** A row about a subscriber. */
export interface OfSubscriber {
  /** Null for an anonymous visitor. */
  readonly subscriberId: string | null;
}

/** A row with the email address of its subscriber. */
export type WithEmail<Row> = Row & {
  /** Null without a subscriber, and for a deleted one. */
  readonly email: string | null;
};

export async function withEmails<Row extends OfSubscriber>(
  { tx, accountId }: Context,
  rows: readonly Row[],
): Promise<WithEmail<Row>[]> {
  const ids = new Set(rows.map(({ subscriberId }) => subscriberId).filter((id) => id !== null));
  const emails = await listEmailAddresses(tx, accountId, [...ids]);
  return rows.map((row) => ({ ...row, email: emails.get(row.subscriberId ?? '') ?? null }));
}
