import { useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import { Button } from '../../design/button/button.tsx';
import { classes } from '../../design/classes.ts';
import { Select } from '../../design/field/field.tsx';
import { Section, Toolbar } from '../../design/page/page.tsx';
import { type Form, ORIENTATIONS } from './form.ts';

/** A form on an empty page, in any orientation, as wide as a desktop window or a phone. It sends nothing. */
export const FormPreview = ({ form: { id, name, orientation } }: { readonly form: Form }) => {
  const shown = useSignal(orientation);
  const isPhone = useSignal(false);
  const choose = (value: boolean) => () => {
    isPhone.value = value;
  };
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
        <Button isPressed={!isPhone.value} onClick={choose(false)}>
          Desktop
        </Button>
        <Button isPressed={isPhone.value} onClick={choose(true)}>
          Phone
        </Button>
      </Toolbar>
      <iframe
        key={shown.value}
        class={classes('form-frame', isPhone.value && 'is-phone')}
        title={`Preview of ${name}`}
        sandbox="allow-scripts allow-forms"
        src={`/_admin/forms/${encodeURIComponent(id)}/preview?${parameters}`}
      />
    </Section>
  );
};
