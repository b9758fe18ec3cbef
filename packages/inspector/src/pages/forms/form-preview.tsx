import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { accountId } from '../../api/accounts.ts';
import { classes } from '../../design/classes.ts';
import { DeviceSwitch } from '../../design/device-switch/device-switch.tsx';
import { Select } from '../../design/field/field.tsx';
import { Section, Toolbar } from '../../design/page/page.tsx';
import { bind } from '../../design/signals.ts';
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
        <Select label="Orientation" isLabelHidden {...bind(shown)} options={ORIENTATIONS} />
        <DeviceSwitch isPhone={isPhone} />
      </Toolbar>
      <Frame
        key={`${shown.value} ${JSON.stringify({ ...form, submissions: 0 })}`} // drawn again after a change
        isPhone={isPhone.value}
        title={`Preview of ${name}`}
        src={`/_admin/forms/${encodeURIComponent(id)}/preview?${parameters}`}
      />
    </Section>
  );
};

interface FrameProps {
  readonly isPhone: boolean;
  readonly title: string;
  readonly src: string;
}

/** Hidden until the form is drawn: a form takes the focus when it opens, so the page would scroll to the preview. */
const Frame = ({ isPhone, title, src }: FrameProps) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const isDrawn = useSignal(false);
  useEffect(() => {
    const onMessage = ({ source }: MessageEvent) => {
      if (source === frame.current?.contentWindow) isDrawn.value = true;
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [isDrawn]);
  return (
    <div class={classes('form-frame', isPhone && 'is-phone')}>
      <iframe
        ref={frame}
        title={title}
        sandbox="allow-scripts allow-forms"
        src={src}
        hidden={!isDrawn.value}
      />
    </div>
  );
};
