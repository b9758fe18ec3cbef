import { accountId } from '../../api/accounts.ts';
import { callApi } from '../../api/request.ts';
import type { InputOf } from '../../api/responses.ts';
import { RecordDialog } from '../../editor/record-dialog.tsx';
import type { Webhook } from './webhook.ts';

interface SendSampleProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

const ROUTE = 'POST /_admin/webhooks/trigger';

/** Sends an event with sample properties to a webhook. */
export const SendSample = ({ webhook, onClose }: SendSampleProps) => (
  <RecordDialog
    title="Send a sample"
    verb="Send"
    route={ROUTE}
    hint="The webhook gets an event with sample properties. No data changes."
    value={{ event: webhook.events[0] ?? 'subscriber.created' }}
    hidden={['webhook_id']}
    done="Sample sent"
    onClose={onClose}
    onSave={(sample) => {
      const about = { account_id: accountId.value, webhook_id: webhook.id };
      return callApi(ROUTE, { ...sample, ...about } as InputOf<typeof ROUTE>); // the server checks it
    }}
  />
);
