import { lookUp } from '../domain/find-subscriber.ts';
import { NotFound } from '../domain/refusals.ts';
import type { Call } from '../http/handler.ts';
import { notImplemented } from '../http/refusals.ts';
import { findRecord } from '../store/records.ts';
import type { RecordTable } from '../store/schema.ts';

const tables: Readonly<Record<string, RecordTable>> = {
  broadcast_id: 'broadcasts',
  campaign_id: 'campaigns',
  conversion_id: 'goals',
  form_id: 'forms',
  trigger_id: 'workflow_triggers',
  webhook_id: 'webhooks',
  workflow_id: 'workflows',
};

/** An endpoint that this version does not do: 404 for what is not there, else 501 and nothing changes. */
export function notYet(operation: string): (call: Call) => Promise<never> {
  return async ({ context, parameters }) => {
    for (const [placeholder, value] of Object.entries(parameters)) {
      const table = tables[placeholder];
      const isPerson = placeholder === 'id_or_email' || placeholder === 'subscriber_id';
      const isThere =
        (table === undefined ||
          (await findRecord(context.tx, context.accountId, table, value)) !== undefined) &&
        (!isPerson || (await lookUp(context, value)) !== undefined);
      if (!isThere) throw new NotFound(isPerson ? 'subscriber' : placeholder.replace('_id', ''), value);
    }
    throw notImplemented(operation);
  };
}
