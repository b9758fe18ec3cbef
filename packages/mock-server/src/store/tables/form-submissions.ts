import { type Cause, cause } from '../engine/cause.ts';
import { filterOf } from '../engine/filter.ts';
import { type Page, type PageChoice, selectPage } from '../engine/page.ts';
import { mapRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

/** A submission of a form. */
export interface FormSubmissionRow {
  readonly id: string;
  readonly formId: string;
  readonly subscriberId: string;
  /** Null when the form was submitted without the page script. */
  readonly visitorUuid: string | null;
  /** The page with the form. */
  readonly url: string | null;
  /** ISO 8601. */
  readonly submittedAt: string;
  /** What led to it; null when unknown. */
  readonly cause: Cause | null;
}

const { columns, placeholders, toRow, values } = mapRow<FormSubmissionRow>({
  id: 'id',
  formId: 'form_id',
  subscriberId: 'subscriber_id',
  visitorUuid: 'visitor_uuid',
  url: 'url',
  submittedAt: 'submitted_at',
  cause,
});

export async function insertFormSubmission(
  tx: Transaction,
  accountId: string,
  row: FormSubmissionRow,
): Promise<void> {
  await tx.run(
    `insert into form_submissions (account_id, ${columns}) values (?, ${placeholders})`,
    accountId,
    ...values(row),
  );
}

/** Reads a page of submissions, optionally of one form or one subscriber. */
export function pageOfFormSubmissions(
  tx: Transaction,
  accountId: string,
  {
    formId,
    subscriberId,
  }: { readonly formId?: string | undefined; readonly subscriberId?: string | undefined },
  choice?: PageChoice,
): Promise<Page<FormSubmissionRow>> {
  const where = filterOf(accountId, { form_id: formId, subscriber_id: subscriberId });
  return selectPage(tx, { columns, table: 'form_submissions', where, key: ['seq'], toRow }, choice);
}

/**
 * Finds the account of a form. When several accounts have a form with this id, the oldest form counts unless
 * `accountId` names the account.
 */
export async function findAccountOfForm(
  tx: Transaction,
  formId: string,
  accountId: string | undefined,
): Promise<string | undefined> {
  const named = accountId === undefined ? '' : 'and account_id = ?';
  const row = await tx.get<{ account_id: string }>(
    `select account_id from forms where id = ? ${named} order by seq limit 1`,
    ...(accountId === undefined ? [formId] : [formId, accountId]),
  );
  return row?.account_id;
}
