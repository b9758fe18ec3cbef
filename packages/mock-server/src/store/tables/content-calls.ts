import { filterOf } from '../engine/filter.ts';
import { type Page, type PageChoice, selectPage } from '../engine/page.ts';
import { mapRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

/** A request for content and its result. */
export interface ContentCall {
  readonly id: string;
  readonly shortcode: string;
  readonly subscriberId: string;
  readonly emailId: string;
  /** The requested URL, and the URL after redirects if it differs. */
  readonly url: string;
  readonly finalUrl?: string | undefined;
  readonly isPreview: boolean;
  /** Configured fields that are never sent. */
  readonly withheld: readonly string[];
  /** From 1. */
  readonly attempt: number;
  /** ISO 8601. */
  readonly calledAt: string;
  readonly outcome: ContentOutcomeName;
  readonly status?: number | undefined;
  /** The reason there is no content. */
  readonly error?: string | undefined;
  /** The beginning of the response body. */
  readonly body?: string | undefined;
}

/** The result: content, a permanent failure, a failure to retry, or a response that the service does not support. */
export type ContentOutcomeName = 'success' | 'permanent' | 'retry_later' | 'temporary' | 'unsupported';

/** The number of newest requests to retain for each account. */
const MAX_CALLS = 10_000;

const { columns, placeholders, toRow, values } = mapRow<ContentCall>({ id: 'id' }, 'data');

/** Inserts a request and deletes the oldest ones beyond the limit. */
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

/** Lists an account's retained requests, oldest first. */
export async function listContentCalls(tx: Transaction, accountId: string): Promise<ContentCall[]> {
  return (await pageOfContentCalls(tx, accountId)).rows;
}

/** Reads a page of an account's retained requests. */
export function pageOfContentCalls(
  tx: Transaction,
  accountId: string,
  choice?: PageChoice,
): Promise<Page<ContentCall>> {
  const where = filterOf(accountId, {});
  return selectPage(tx, { columns, table: 'content_calls', where, key: ['number'], toRow }, choice);
}
