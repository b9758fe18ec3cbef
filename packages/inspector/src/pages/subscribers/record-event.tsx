import { useSignal } from '@preact/signals';
import { FormDialog } from '../../design/dialog/form-dialog.tsx';
import { Field } from '../../design/field/field.tsx';
import { bind } from '../../design/signals.ts';
import { attemptRequest } from '../../design/toast/toast.tsx';
import { objectIn } from './object-in.ts';

interface RecordEventProps {
  readonly email: string;
  readonly onClose: () => void;
}

/** The form that records a custom event of a subscriber. */
export const RecordEvent = ({ email, onClose }: RecordEventProps) => {
  const action = useSignal('');
  const properties = useSignal('{}');
  const given = objectIn(properties.value);
  const record = () =>
    attemptRequest('Event recorded', {
      method: 'POST',
      path: '/events',
      body: { events: [{ email, action: action.value, properties: given }] },
    });
  return (
    <FormDialog title="Record an event" verb="Record" isDisabled={!given} onSubmit={record} onClose={onClose}>
      <Field
        label="Action"
        isRequired
        {...bind(action)}
        placeholder="Viewed a product"
        hint="Workflows and lead scoring react to it, and webhooks report it."
      />
      <Field
        label="Properties"
        rows={5}
        isCode
        {...bind(properties)}
        error={given ? undefined : 'This is not a JSON object.'}
      />
    </FormDialog>
  );
};
