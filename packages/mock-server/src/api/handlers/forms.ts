import type { Form } from '@trickle/sdk/contract';
import { requireRecord, sortedRecords } from '../../domain/records/find-record.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import type { Handlers } from '../http/handler.ts';
import { type Presenting, presentColumns } from './present-record.ts';

/** A form's API representation. */
export function presentForm(call: Presenting, row: RecordRow<'forms'>): Form {
  const { signup, ...members } = row.data;
  return { ...presentColumns(call, 'forms', row), ...members };
}

export const forms: Handlers<'forms'> = {
  async list(call) {
    const { rows } = await sortedRecords(call.context, 'forms', {});
    return { output: rows.map((row) => presentForm(call, row)) };
  },
  async get(call) {
    const row = await requireRecord(call.context, 'forms', call.parameters.form_id ?? '');
    return { output: presentForm(call, row) };
  },
};
