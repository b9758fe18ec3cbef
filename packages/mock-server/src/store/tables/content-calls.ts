import { number, others, text } from '../engine/column.ts';
import { sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { NEWEST, type RowOf, table } from '../engine/table.ts';

export const contentCalls = table(
  'content_calls',
  { id: text(), number: number().hidden(), data: others<ContentCallData>() },
  { order: ['number'], kept: NEWEST },
);
export interface ContentCall extends RowOf<typeof contentCalls> {}

export interface ContentCallData {
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
  readonly error?: string | undefined;
  readonly body?: string | undefined;
}

/** The result: content, a permanent failure, a failure to retry, or a response that the service does not support. */
export type ContentOutcomeName = 'success' | 'permanent' | 'retry_later' | 'temporary' | 'unsupported';

/** Inserts a request and deletes the oldest ones beyond the limit. */
export async function insertContentCall(
  tx: Transaction,
  accountId: string,
  { id, ...call }: ContentCall,
): Promise<void> {
  const numbers = sql`select coalesce(max(number), 0) from content_calls where account_id = ${accountId}`;
  await contentCalls.change(
    tx,
    accountId,
    sql`insert into content_calls (account_id, number, id, data)
      values (${accountId}, (${numbers}) + 1, ${id}, ${JSON.stringify(call)})`,
  );
  const last = sql`(${numbers}) - ${Number(contentCalls.kept)}`;
  await contentCalls.change(
    tx,
    accountId,
    sql`delete from content_calls where account_id = ${accountId} and number <= ${last}`,
  );
}
