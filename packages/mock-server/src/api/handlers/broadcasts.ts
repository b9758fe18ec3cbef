import type { Broadcast } from '@trickle/sdk/contract';
import { pageOfRecords } from '../../domain/records/record.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import type { Handlers } from '../http/handler.ts';
import { oneRecord, type Presenting, presentColumns } from './present-record.ts';

const present = (call: Presenting, row: RecordRow<'broadcasts'>): Broadcast => ({
  ...presentColumns(call, 'broadcasts', row),
  ...row.data,
  name: row.name,
  status: row.status,
  ...(row.sendAt !== null && { send_at: row.sendAt }),
});

export const broadcasts: Handlers<'broadcasts'> = {
  async list(call) {
    const { rows, meta } = await pageOfRecords(call.context, 'broadcasts', call.query);
    return { output: { items: rows.map((row) => present(call, row)), meta } };
  },
  get: oneRecord('broadcasts', 'broadcast_id', present),
};
