import { useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import { callApi, inRoute } from '../../api/request.ts';
import { FormDialog } from '../../design/dialog/form-dialog.tsx';
import { Field } from '../../design/field/field.tsx';
import { bind } from '../../design/signals.ts';
import { attempt } from '../../design/toast/toast.tsx';

/** Adds a webhook for some events, or for all. */
export const AddWebhook = ({ onClose }: { readonly onClose: () => void }) => {
  const url = useSignal('');
  const events = useSignal('');
  const add = () => {
    const names = events.value.split(/[\s,]+/).filter(Boolean);
    return attempt(
      'Webhook added',
      () =>
        callApi<object>(inRoute`POST /accounts/${accountId.value}/webhooks`, {
          body: { post_url: url.value.trim(), ...(names.length > 0 && { events: names }) },
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
