import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import { accountId } from '../api/accounts.ts';
import { RenderedEmail } from '../mailing/email-preview.tsx';
import { Editor } from './context.ts';
import { FormPreview } from './form-preview.tsx';
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

/** A value once it has not changed for a moment. */
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
