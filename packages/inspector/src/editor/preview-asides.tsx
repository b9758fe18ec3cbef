import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import { accountId } from '../api/accounts.ts';
import { Select } from '../design/field/field.tsx';
import { Preview } from '../design/preview/preview.tsx';
import { into } from '../design/signals.ts';
import { RenderedEmail } from '../mailing/mailing.tsx';
import { Editor } from './context.ts';
import type { Draft } from './schema.ts';

interface AsideProps {
  readonly value: Draft;
}

/** The part beside the fields of a record that has a member. */
export const ASIDES: readonly (readonly [member: string, ComponentType<AsideProps>])[] = [
  ['html_body', (props) => <EmailAside {...props} />],
  ['orientation', (props) => <FormAside {...props} />],
];

/** Real milliseconds without a change until a preview follows. */
const PAUSE = 300;

function useCalm<Value>(value: Value): Value {
  const calm = useSignal(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      calm.value = value;
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [JSON.stringify(value)]);
  return calm.value;
}

const EmailAside = ({ value }: AsideProps) => {
  const { about } = useContext(Editor);
  const { subject = '', html_body = '', text_body = '' } = useCalm(value);
  return (
    <aside class="stack editor-aside" aria-label="Preview">
      <RenderedEmail
        choice={{
          ...about,
          subject: String(subject),
          html_body: String(html_body),
          text_body: String(text_body),
        }}
      />
    </aside>
  );
};

const FormAside = ({ value }: AsideProps) => {
  const { orientation = 'embedded', ...form } = useCalm(value);
  return (
    <aside class="stack editor-aside" aria-label="Preview">
      <FormPreview
        key={String(orientation)}
        orientation={String(orientation)}
        pageIn={(chosen) => ({
          path: '/_admin/forms/preview',
          input: { ...form, orientation: chosen, account_id: accountId.value },
        })}
      />
    </aside>
  );
};

interface FormPreviewProps {
  readonly orientation: string;
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

export const orientationName = (orientation: string): string =>
  ORIENTATIONS.find(([value]) => value === orientation)?.[1] ?? orientation;
