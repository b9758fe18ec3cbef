import { text } from '../engine/column.ts';
import { placed } from '../engine/place.ts';
import { matching, selectValue, sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';

export const formSubmissions = table(
  'form_submissions',
  {
    id: text(),
    formId: text(),
    subscriberId: text(),
    /** Null when the form was submitted without the page script. */
    visitorUuid: text().orNull(),
    url: text().orNull(),
    /** ISO 8601. */
    submittedAt: text(),
    ...placed(),
  },
  { kept: 'events' },
);
export interface FormSubmissionRow extends RowOf<typeof formSubmissions> {}

/** Finds the account of a form. If several have a form with this id, the oldest counts unless `accountId` names one. */
export async function findAccountOfForm(
  tx: Transaction,
  formId: string,
  accountId: string | undefined,
): Promise<string | undefined> {
  const named = sql`id = ${formId} and ${matching('account_id', accountId)}`;
  return selectValue(tx, sql`select account_id from forms where ${named} order by seq limit 1`);
}
