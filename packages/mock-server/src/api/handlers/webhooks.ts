import type { Webhook } from '@trickle/sdk/contract';
import { sortedRecords } from '../../domain/records/record.ts';
import { createWebhook, deleteWebhook } from '../../domain/webhooks/webhooks.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import { type Handlers, noContent } from '../http/handler.ts';
import { oneRecord, type Presenting, presentColumns } from './present-record.ts';

const present = (call: Presenting, row: RecordRow<'webhooks'>): Webhook => ({
  ...presentColumns(call, 'webhooks', row),
  ...row.data,
  events: [...row.data.events],
});

export const webhooks: Handlers<'webhooks'> = {
  async list(call) {
    const { rows } = await sortedRecords(call.context, 'webhooks', {});
    return { output: rows.map((row) => present(call, row)) };
  },
  get: oneRecord('webhooks', 'webhook_id', present),
  async create(call) {
    const output = present(call, await createWebhook(call.context, call.input));
    return { output, location: output.href };
  },
  delete: noContent(({ context, parameters }) => deleteWebhook(context, parameters.webhook_id ?? '')),
};
