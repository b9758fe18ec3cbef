import type { Call } from '../http/handler.ts';
import type { RecordRow } from '../store/records.ts';
import type { RecordTable } from '../store/schema.ts';

/** What presenting needs of a call. */
export type Presenting = Pick<Call, 'context' | 'baseUrl'>;

/** The members that every record of an account shows. */
export function presentColumns(
  { context: { accountId }, baseUrl }: Presenting,
  table: RecordTable,
  { id, createdAt }: Pick<RecordRow<RecordTable>, 'id' | 'createdAt'>,
) {
  return {
    id,
    href: `${baseUrl}/v2/${accountId}/${table}/${id}`,
    created_at: createdAt,
    links: { account: accountId },
  };
}
