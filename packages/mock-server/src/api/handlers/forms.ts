import type { Form } from '@trickle/sdk/contract';
import { sortedRecords } from '../../domain/records/record.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import type { Handlers } from '../http/handler.ts';
import { oneRecord, type Presenting, presentColumns } from './present-record.ts';

export function presentForm(call: Presenting, row: RecordRow<'forms'>): Form {
  const { signup, ...members } = row.data;
  return { ...presentColumns(call, 'forms', row), ...members };
}

export const forms: Handlers<'forms'> = {
  async list(call) {
    const { context, baseUrl } = call;
    const list = async () => {
      const { rows } = await sortedRecords(context, 'forms', {});
      return { baseUrl, output: rows.map((row) => presentForm(call, row)) };
    };
    // The list has no pages. It is cached for one URL of the server only, since clients choose which one they use.
    const cached = await context.tx.cached(`forms ${context.accountId}`, ['forms'], list);
    return cached.baseUrl === baseUrl ? { output: cached.output, isCached: true } : await list();
  },
  get: oneRecord('forms', 'form_id', presentForm),
};
