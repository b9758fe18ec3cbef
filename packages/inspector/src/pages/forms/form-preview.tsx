import { useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import { classes } from '../../design/classes.ts';
import { DeviceSwitch } from '../../design/device-switch/device-switch.tsx';
import { Select } from '../../design/field/field.tsx';
import { Section, Toolbar } from '../../design/page/page.tsx';
import { type Form, ORIENTATIONS } from './form.ts';

/** A form on an empty page, in any orientation, as wide as a desktop window or a phone. It sends nothing. */
export const FormPreview = ({ form }: { readonly form: Form }) => {
  const { id, name, orientation } = form;
  const shown = useSignal(orientation);
  const isPhone = useSignal(false);
  const parameters = new URLSearchParams({ account_id: accountId.value, orientation: shown.value });
  return (
    <Section title="Preview">
      <Toolbar>
        <Select
          label="Orientation"
          isLabelHidden
          value={shown.value}
          options={ORIENTATIONS}
          onInput={(value) => {
            shown.value = value;
          }}
        />
        <DeviceSwitch isPhone={isPhone} />
      </Toolbar>
      <iframe
        key={`${shown.value} ${JSON.stringify({ ...form, submissions: 0 })}`} // drawn again after a change
        class={classes('form-frame', isPhone.value && 'is-phone')}
        title={`Preview of ${name}`}
        sandbox="allow-scripts allow-forms"
        src={`/_admin/forms/${encodeURIComponent(id)}/preview?${parameters}`}
      />
    </Section>
  );
};
