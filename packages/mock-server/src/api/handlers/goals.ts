import type { Goal } from '@trickle/sdk/contract';
import { sortedRecords } from '../../domain/records/record.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import type { Handlers } from '../http/handler.ts';
import { oneRecord, type Presenting, presentColumns } from './present-record.ts';

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
  get: oneRecord('goals', 'conversion_id', present),
};
