import type { Goal } from '@trickle/sdk/contract';
import { requireRecord, sortedRecords } from '../../domain/records/record.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import type { Handlers } from '../http/handler.ts';
import { type Presenting, presentColumns } from './present-record.ts';

const present = (call: Presenting, row: RecordRow<'goals'>): Goal => ({
  ...presentColumns(call, 'goals', row),
  ...row.data,
  name: row.name,
  status: row.status,
});

export const goals: Handlers<'goals'> = {
  // Unspecified: U-33
  async list(call) {
    const { rows, meta } = await sortedRecords(call.context, 'goals', call.query);
    return { output: rows.map((row) => present(call, row)), meta: { ...meta } };
  },
  async get(call) {
    const row = await requireRecord(call.context, 'goals', call.parameters.conversion_id ?? '');
    return { output: present(call, row) };
  },
};
