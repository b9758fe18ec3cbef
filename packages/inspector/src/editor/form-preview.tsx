import { useSignal } from '@preact/signals';
import { Select } from '../design/field/field.tsx';
import { Preview } from '../design/preview/preview.tsx';
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
  return (
    <Preview
      title="Preview of the form"
      sandbox="allow-scripts allow-forms"
      saysDrawn
      {...pageIn(chosen.value || orientation)}
      tools={
        <Select
          label="Orientation of the preview"
          isLabelHidden
          value={chosen.value || orientation}
          onInput={into(chosen)}
          options={ORIENTATIONS}
        />
      }
    />
  );
};

/** The places where a form can stand on a page, with their names. */
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
