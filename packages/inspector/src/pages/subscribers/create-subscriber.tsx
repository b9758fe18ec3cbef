import { useSignal } from '@preact/signals';
import { FormDialog } from '../../design/dialog/form-dialog.tsx';
import { Field } from '../../design/field/field.tsx';
import { attemptRequest } from '../../design/toast/toast.tsx';
import { navigate, urlOf } from '../../location/location.ts';
import { type Subscriber, tagsIn } from './subscriber.ts';

/** The form that creates a subscriber through the REST API. */
export const CreateSubscriber = ({ onClose }: { readonly onClose: () => void }) => {
  const email = useSignal('');
  const firstName = useSignal('');
  const lastName = useSignal('');
  const tags = useSignal('');
  const create = async () => {
    const subscriber = {
      email: email.value,
      ...(firstName.value && { first_name: firstName.value }),
      ...(lastName.value && { last_name: lastName.value }),
      ...(tags.value && { tags: tagsIn(tags.value) }),
    };
    const sent = await attemptRequest('Subscriber created', {
      method: 'POST',
      path: '/subscribers',
      body: { subscribers: [subscriber] },
    });
    const made = (sent?.body as { readonly subscribers?: readonly Subscriber[] } | undefined)
      ?.subscribers?.[0]; // the operation's answer
    if (made) navigate(urlOf(`/subscribers/${encodeURIComponent(made.id)}`));
    return sent;
  };
  return (
    <FormDialog title="Create a subscriber" verb="Create" onSubmit={create} onClose={onClose}>
      <Field
        label="Email"
        type="email"
        isRequired
        value={email.value}
        placeholder="ann@example.com"
        hint="If a subscriber has this address already, it is updated."
        onInput={(value) => {
          email.value = value;
        }}
      />
      <div class="form-row">
        <Field
          label="First name"
          value={firstName.value}
          onInput={(value) => {
            firstName.value = value;
          }}
        />
        <Field
          label="Last name"
          value={lastName.value}
          onInput={(value) => {
            lastName.value = value;
          }}
        />
      </div>
      <Field
        label="Tags"
        value={tags.value}
        placeholder="customer, newsletter"
        onInput={(value) => {
          tags.value = value;
        }}
      />
    </FormDialog>
  );
};
