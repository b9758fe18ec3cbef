import type { WebhookInput } from '@trickle/sdk/contract';
import { isoTime } from '../../shared/values/time.ts';
import { webhookData } from '../../store/records/webhooks.ts';
import { deleteRecord, insertRecord, listRecords, type RecordRow } from '../../store/tables/records.ts';
import type { Context } from '../context/context.ts';
import { invalidAttribute } from '../errors.ts';
import { freeRecordId, noRecord } from '../records/record.ts';

/** The most webhooks of an account. Each event is sent to all of them. */
export const MAX_WEBHOOKS = 100;

// Unspecified: U-311
export async function createWebhook(context: Context, input: WebhookInput): Promise<RecordRow<'webhooks'>> {
  const { services, tx, accountId } = context;
  const { rows } = await listRecords(tx, accountId, 'webhooks');
  if (rows.length >= MAX_WEBHOOKS) {
    throw invalidAttribute('length_error', 'webhooks', `are limited to ${MAX_WEBHOOKS}; delete one first`);
  }
  const webhook = {
    id: await freeRecordId(context, 'webhooks'),
    parentId: null,
    name: '',
    status: 'active',
    createdAt: isoTime(services.clock.now()),
    sendAt: null,
    data: webhookData(input),
  };
  await insertRecord(tx, accountId, 'webhooks', webhook);
  return webhook;
}

/** Deletes a webhook. Throws a `NotFoundError` if it does not exist. */
export async function deleteWebhook({ tx, accountId }: Context, id: string): Promise<void> {
  if (!(await deleteRecord(tx, accountId, 'webhooks', id))) throw noRecord('webhooks', id);
}
