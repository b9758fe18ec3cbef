import { useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import { callApi } from '../../api/request.ts';
import { FormDialog } from '../../design/dialog/form-dialog.tsx';
import { Field } from '../../design/field/field.tsx';
import { bind } from '../../design/signals.ts';
import { attempt } from '../../design/toast/toast.tsx';
import type { Webhook } from './webhook.ts';

interface SendSampleProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Sends an event with sample properties to a webhook. */
export const SendSample = ({ webhook, onClose }: SendSampleProps) => {
  const event = useSignal<string>(webhook.events[0] ?? 'subscriber.created');
  const subscriber = useSignal('');
  const send = () =>
    attempt(
      'Sample sent',
      () =>
        callApi('POST /_admin/webhooks/trigger', {
          account_id: accountId.value,
          webhook_id: webhook.id,
          event: event.value.trim() as Webhook['events'][number], // the server rejects other names
          ...(subscriber.value.trim() !== '' && { subscriber_id: subscriber.value.trim() }),
        }),
      'all',
    );
  return (
    <FormDialog title="Send a sample" verb="Send" onSubmit={send} onClose={onClose}>
      <p class="quiet">The webhook gets an event with sample properties. No data changes.</p>
      <Field
        label="Event"
        {...bind(event)}
        isCode
        hint="For example subscriber.created or subscriber.applied_tag"
      />
      <Field
        label="Subscriber"
        {...bind(subscriber)}
        placeholder="a sample subscriber"
        hint="The id or email address of a subscriber of this account"
      />
    </FormDialog>
  );
};
