import { useSignal } from '@preact/signals';
import { classes } from '../design/classes.ts';
import { DeviceSwitch } from '../design/device-switch/device-switch.tsx';
import { Select } from '../design/field/field.tsx';
import { Toolbar } from '../design/page/page.tsx';
import { PreviewFrame } from '../design/preview-frame/preview-frame.tsx';
import { into } from '../design/signals.ts';

interface FormPreviewProps {
  readonly orientation: string;
  /** The page with the form in an orientation. */
  readonly pageIn: (orientation: string) => { readonly path: string; readonly input?: object };
}

/**
 * A form on an empty page, in any orientation, as wide as a desktop window or a phone. It sends nothing. Its frame is
 * hidden until the form is drawn: a form takes the focus when it opens, so the page would scroll to the preview.
 */
export const FormPreview = ({ orientation, pageIn }: FormPreviewProps) => {
  const chosen = useSignal('');
  const isPhone = useSignal(false);
  return (
    <>
      <Toolbar>
        <Select
          label="Orientation of the preview"
          isLabelHidden
          value={chosen.value || orientation}
          onInput={into(chosen)}
          options={ORIENTATIONS}
        />
        <DeviceSwitch isPhone={isPhone} />
      </Toolbar>
      <div class={classes('form-frame', isPhone.value && 'is-phone')}>
        <PreviewFrame
          title="Preview of the form"
          sandbox="allow-scripts allow-forms"
          saysDrawn
          {...pageIn(chosen.value || orientation)}
        />
      </div>
    </>
  );
};

/** Where a form can stand on a page, with the names of these places. */
const ORIENTATIONS = [
  ['embedded', 'Embedded in the page'],
  ['lightbox', 'Lightbox'],
  ['bottom_left_tab', 'Tab, bottom left'],
  ['bottom_right_tab', 'Tab, bottom right'],
  ['side_left_tab', 'Tab, left side'],
  ['side_right_tab', 'Tab, right side'],
  ['top_bar', 'Bar, top'],
  ['bottom_bar', 'Bar, bottom'],
] as const;

/** The name of an orientation. */
export const orientationName = (orientation: string): string =>
  ORIENTATIONS.find(([value]) => value === orientation)?.[1] ?? orientation;
