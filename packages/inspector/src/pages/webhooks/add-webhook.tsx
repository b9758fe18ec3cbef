import { useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import { callApi, inRoute } from '../../api/request.ts';
import { Button } from '../../design/button/button.tsx';
import { Dialog } from '../../design/dialog/dialog.tsx';
import { Field } from '../../design/field/field.tsx';
import { attempt } from '../../design/toast/toast.tsx';

/** Adds a webhook for some events, or for all. */
export const AddWebhook = ({ onClose }: { readonly onClose: () => void }) => {
  const url = useSignal('');
  const events = useSignal('');
  const add = () => {
    const names = events.value.split(/[\s,]+/).filter(Boolean);
    onClose();
    void attempt(
      'Webhook added',
      () =>
        callApi(inRoute`POST /accounts/${accountId.value}/webhooks`, {
          body: { post_url: url.value.trim(), ...(names.length > 0 && { events: names }) },
        }),
      'all',
    );
  };
  return (
    <Dialog
      title="Add a webhook"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" isDisabled={url.value.trim() === ''} onClick={add}>
            Add
          </Button>
        </>
      }
    >
      <Field
        label="URL"
        type="url"
        value={url.value}
        placeholder="http://localhost:3000/hooks"
        isRequired
        onInput={(value) => {
          url.value = value;
        }}
      />
      <Field
        label="Events"
        value={events.value}
        isCode
        rows={3}
        placeholder="subscriber.created"
        hint="One per line. Empty: all events."
        onInput={(value) => {
          events.value = value;
        }}
      />
    </Dialog>
  );
};
