import { useSignal } from '@preact/signals';
import { FormDialog } from '../../design/dialog/form-dialog.tsx';
import { Field } from '../../design/field/field.tsx';
import { bind } from '../../design/signals.ts';
import { attemptRequest } from '../../design/toast/toast.tsx';
import { changesIn, EDITABLE, textsOf } from './edit.ts';
import { objectIn } from './object-in.ts';
import type { Subscriber } from './subscriber.ts';

interface EditSubscriberProps {
  readonly subscriber: Subscriber;
  readonly onClose: () => void;
}

/** The form that changes attributes and custom fields. It sends only what was changed. */
export const EditSubscriber = ({ subscriber, onClose }: EditSubscriberProps) => {
  const texts = useSignal(textsOf(subscriber));
  const fields = useSignal(JSON.stringify(subscriber.custom_fields, null, 2));
  const customFields = objectIn(fields.value);
  const changes = customFields && changesIn(subscriber, texts.value, customFields);
  const save = () =>
    attemptRequest('Changes saved', {
      method: 'POST',
      path: '/subscribers',
      body: { subscribers: [{ id: subscriber.id, ...changes }] },
    });
  return (
    <FormDialog
      title="Edit the subscriber"
      verb="Save"
      isWide
      isDisabled={!changes || Object.keys(changes).length === 0}
      onSubmit={save}
      onClose={onClose}
    >
      <div class="form-row subscriber-fields">
        {EDITABLE.map(({ name, label, type }) => (
          <Field
            key={name}
            label={label}
            type={type ?? 'text'}
            value={texts.value[name] ?? ''}
            onInput={(value) => {
              texts.value = { ...texts.value, [name]: value };
            }}
          />
        ))}
      </div>
      <Field
        label="Custom fields"
        rows={6}
        isCode
        {...bind(fields)}
        hint="A JSON object. The names and values that you change or add are sent."
        error={customFields ? undefined : 'This is not a JSON object.'}
      />
    </FormDialog>
  );
};
