import { useSignal } from '@preact/signals';
import { DialogButton } from '../design/dialog/dialog-button.tsx';
import { FormDialog } from '../design/dialog/form-dialog.tsx';
import { Field } from '../design/field/field.tsx';
import { bind } from '../design/signals.ts';
import { attemptRequest } from '../design/toast/toast.tsx';

interface AddSubscriberProps {
  /** The campaign or workflow, in the REST API. */
  readonly path: `/${string}`;
  /** For example `Enroll`. */
  readonly verb: string;
  readonly title: string;
  /** The text of the toast. */
  readonly done: string;
}

/** Adds a subscriber to a campaign or workflow by the email address. */
export const AddSubscriber = ({ path, verb, title, done }: AddSubscriberProps) => {
  const email = useSignal('');
  const add = () =>
    attemptRequest(done, {
      method: 'POST',
      path: `${path}/subscribers`,
      body: { subscribers: [{ email: email.value }] },
    });
  return (
    <DialogButton
      icon="plus"
      dialog={(onClose) => (
        <FormDialog title={title} verb={verb} onSubmit={add} onClose={onClose}>
          <Field
            label="Email"
            type="email"
            isRequired
            {...bind(email)}
            placeholder="ann@example.com"
            hint="A new address becomes a subscriber."
          />
        </FormDialog>
      )}
    >
      {verb}
    </DialogButton>
  );
};
