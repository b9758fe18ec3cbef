import { useSignal } from '@preact/signals';
import { Button } from '../design/button/button.tsx';
import { FormDialog } from '../design/dialog/form-dialog.tsx';
import { Field } from '../design/field/field.tsx';
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
  const isOpen = useSignal(false);
  const email = useSignal('');
  const setOpen = (value: boolean) => () => {
    isOpen.value = value;
  };
  const add = () =>
    attemptRequest(done, {
      method: 'POST',
      path: `${path}/subscribers`,
      body: { subscribers: [{ email: email.value }] },
    });
  return (
    <>
      <Button icon="plus" onClick={setOpen(true)}>
        {verb}
      </Button>
      {isOpen.value && (
        <FormDialog title={title} verb={verb} onSubmit={add} onClose={setOpen(false)}>
          <Field
            label="Email"
            type="email"
            isRequired
            value={email.value}
            placeholder="ann@example.com"
            hint="A new address becomes a subscriber."
            onInput={(value) => {
              email.value = value;
            }}
          />
        </FormDialog>
      )}
    </>
  );
};
