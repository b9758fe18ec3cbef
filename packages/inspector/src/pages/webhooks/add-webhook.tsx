import { useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import { callApi } from '../../api/request.ts';
import { FormDialog } from '../../design/dialog/form-dialog.tsx';
import { Field } from '../../design/field/field.tsx';
import { bind } from '../../design/signals.ts';
import { attempt } from '../../design/toast/toast.tsx';
import type { WebhookSummary } from './webhook.ts';

type WebhookEvent = WebhookSummary['events'][number];

/** Adds a webhook for some events, or for all. */
export const AddWebhook = ({ onClose }: { readonly onClose: () => void }) => {
  const url = useSignal('');
  const events = useSignal('');
  const add = () => {
    const names = events.value.split(/[\s,]+/).filter(Boolean); // the server rejects other names
    return attempt(
      'Webhook added',
      () =>
        callApi('POST /_admin/accounts/{account_id}/webhooks', {
          account_id: accountId.value,
          post_url: url.value.trim(),
          ...(names.length > 0 && { events: names as WebhookEvent[] }),
        }),
      'all',
    );
  };
  return (
    <FormDialog
      title="Add a webhook"
      verb="Add"
      isDisabled={url.value.trim() === ''}
      onSubmit={add}
      onClose={onClose}
    >
      <Field label="URL" type="url" {...bind(url)} placeholder="http://localhost:3000/hooks" isRequired />
      <Field
        label="Events"
        {...bind(events)}
        isCode
        rows={3}
        placeholder="subscriber.created"
        hint="One per line. Empty: all events."
      />
    </FormDialog>
  );
};
