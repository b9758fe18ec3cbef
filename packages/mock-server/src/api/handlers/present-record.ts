import { requireRecord } from '../../domain/records/record.ts';
import { urlBelow } from '../../shared/values/encoded-url.ts';
import type { RecordTable } from '../../store/records/record-data.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import type { Call } from '../http/handler.ts';
import type { Reply } from '../http/reply.ts';

/** The part of a call that API representations need. */
export type Presenting = Pick<Call, 'context' | 'baseUrl'>;

export function presentColumns(
  { context: { accountId }, baseUrl }: Presenting,
  table: RecordTable,
  { id, createdAt }: Pick<RecordRow<RecordTable>, 'id' | 'createdAt'>,
) {
  return {
    id,
    href: urlBelow(baseUrl, 'v2', accountId, table, id),
    created_at: createdAt,
    links: { account: accountId },
  };
}

/** Answers with the record whose id this parameter of the path has. */
export const oneRecord =
  <Table extends RecordTable, Shown>(
    table: Table,
    parameter: string,
    present: (call: Presenting, row: RecordRow<Table>) => Shown,
  ) =>
  async (call: Call): Promise<Reply<Shown>> => ({
    output: present(call, await requireRecord(call.context, table, call.parameters[parameter] ?? '')),
  });
