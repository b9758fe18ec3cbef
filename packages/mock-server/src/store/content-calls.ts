import { mapRow, type StoredRow } from './row-mapping.ts';
import type { Transaction } from './store.ts';

/** One request for content, and what came of it. */
export interface ContentCall {
  readonly id: string;
  readonly shortcode: string;
  readonly subscriberId: string;
  readonly emailId: string;
  /** What was asked, and where redirects led, if they led elsewhere. */
  readonly url: string;
  readonly finalUrl?: string | undefined;
  readonly isPreview: boolean;
  /** Fields that were asked for and are never sent. */
  readonly withheld: readonly string[];
  /** Counts from 1. */
  readonly attempt: number;
  /** ISO 8601. */
  readonly calledAt: string;
  readonly outcome: ContentOutcomeName;
  readonly status?: number | undefined;
  /** Why there is no content. */
  readonly error?: string | undefined;
  /** The beginning of the answer's body. */
  readonly body?: string | undefined;
}

/** What became of a request: content; none for good, to be asked for again, or an answer that the service does not know. */
export type ContentOutcomeName = 'success' | 'permanent' | 'retry_later' | 'temporary' | 'unsupported';

/** How many requests are kept of an account: the newest. */
const MAX_CALLS = 10_000;

const { columns, placeholders, toRow, values } = mapRow<ContentCall>({ id: 'id' }, 'data');

/** Keeps a request, and lets go of the oldest ones. */
export async function insertContentCall(
  tx: Transaction,
  accountId: string,
  call: ContentCall,
): Promise<void> {
  await tx.run(
    `insert into content_calls (account_id, number, ${columns})
     values (?, (select coalesce(max(number), 0) + 1 from content_calls where account_id = ?), ${placeholders})`,
    accountId,
    accountId,
    ...values(call),
  );
  await tx.run(
    `delete from content_calls
     where account_id = ? and number <= (select max(number) from content_calls where account_id = ?) - ?`,
    accountId,
    accountId,
    MAX_CALLS,
  );
}

/** The requests that are kept of an account, in their order. */
export async function listContentCalls(tx: Transaction, accountId: string): Promise<ContentCall[]> {
  const rows = await tx.all<StoredRow>(
    `select ${columns} from content_calls where account_id = ? order by number`,
    accountId,
  );
  return rows.map(toRow);
}
