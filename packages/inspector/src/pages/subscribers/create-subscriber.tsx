import { useSignal } from '@preact/signals';
import { FormDialog } from '../../design/dialog/form-dialog.tsx';
import { Field } from '../../design/field/field.tsx';
import { attemptRequest } from '../../design/toast/toast.tsx';
import { navigate, urlOf } from '../../location/location.ts';
import { type Subscriber, tagsIn } from './subscriber.ts';

/** What the form contains. */
const EMPTY = { email: '', first_name: '', last_name: '', tags: '' };

/** The form that creates a subscriber through the REST API. */
export const CreateSubscriber = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = useSignal(EMPTY);
  const partOf = (name: keyof typeof EMPTY) => ({
    value: texts.value[name],
    onInput: (value: string) => {
      texts.value = { ...texts.value, [name]: value };
    },
  });
  return (
    <FormDialog
      title="Create a subscriber"
      verb="Create"
      onSubmit={() => create(texts.value)}
      onClose={onClose}
    >
      <Field
        label="Email"
        type="email"
        isRequired
        placeholder="ann@example.com"
        hint="If a subscriber has this address already, it is updated."
        {...partOf('email')}
      />
      <div class="form-row">
        <Field label="First name" {...partOf('first_name')} />
        <Field label="Last name" {...partOf('last_name')} />
      </div>
      <Field label="Tags" placeholder="customer, newsletter" {...partOf('tags')} />
    </FormDialog>
  );
};

/** Creates the subscriber, and opens it. */
async function create({ tags, ...texts }: typeof EMPTY) {
  const given = Object.entries(texts).filter(([, text]) => text !== '');
  const subscriber = { ...Object.fromEntries(given), ...(tags && { tags: tagsIn(tags) }) };
  const sent = await attemptRequest('Subscriber created', {
    method: 'POST',
    path: '/subscribers',
    body: { subscribers: [subscriber] },
  });
  const answer = sent?.body as { readonly subscribers?: readonly Subscriber[] } | undefined; // the operation's answer
  const made = answer?.subscribers?.[0];
  if (made) navigate(urlOf(`/subscribers/${encodeURIComponent(made.id)}`));
  return sent;
}
