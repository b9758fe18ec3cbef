import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ofAccount } from '../api/accounts.ts';
import { useResource, useSteady } from '../api/resource.ts';
import type { InputOf } from '../api/responses.ts';
import { Button } from '../design/button/button.tsx';
import { Code } from '../design/code/code.tsx';
import { Note } from '../design/page/page.tsx';
import { Preview } from '../design/preview/preview.tsx';
import { into } from '../design/signals.ts';
import { ErrorState, Loading } from '../design/states/states.tsx';
import { Tabs } from '../design/tabs/tabs.tsx';
import type { MailingEmail } from './mailing.tsx';

/** Which email of which mailing, or an email that is being written. */
export type EmailChoice = Omit<
  InputOf<'POST /_admin/emails/preview'>,
  'subscriber' | 'account_id' | 'content'
>;

interface EmailPreviewProps {
  readonly email: MailingEmail;
  readonly choice: EmailChoice;
  /** The address of the subscriber to render it for, until the user chooses another one. */
  readonly recipient: string | undefined;
}

export const EmailPreview = ({ email, choice, recipient }: EmailPreviewProps) => (
  <Tabs
    label="Parts of the email"
    tabs={[
      {
        id: 'preview',
        title: 'Preview',
        content: (
          <RenderedEmail choice={choice} recipient={recipient} version={`${email.subject} ${email.html}`} />
        ),
      },
      {
        id: 'html',
        title: 'HTML source',
        content: <Code label="HTML with Liquid" text={email.html || 'No HTML part'} />,
      },
      {
        id: 'text',
        title: 'Text',
        content: <Code label="Text" text={email.text || 'Made from the HTML when it is sent'} />,
      },
    ]}
  />
);

interface RenderedEmailProps {
  readonly choice: EmailChoice;
  readonly recipient?: string | undefined;
  /** Changes with the stored email. */
  readonly version?: string;
}

/** An email as a subscriber gets it, as wide as a desktop window or a phone. */
export const RenderedEmail = ({ choice, recipient, version = '' }: RenderedEmailProps) => {
  const newest = useResource(
    recipient === undefined ? 'GET /_admin/subscribers' : undefined,
    { limit: 1, order: 'newest', status: 'active' },
    [],
  );
  const chosen = useSignal('');
  const subscriber = chosen.value || recipient || newest.data?.subscribers[0]?.email;
  if (subscriber !== undefined) {
    const tools = <Recipient key={subscriber} address={subscriber} onChoose={into(chosen)} />;
    return <Rendered {...{ choice, subscriber, version, tools }} />;
  }
  if (newest.isLoading) return <Loading rows={3} />;
  return <p class="quiet">A preview needs a subscriber. There is none.</p>;
};

interface RecipientProps {
  readonly address: string;
  readonly onChoose: (address: string) => void;
}

const Recipient = ({ address, onChoose }: RecipientProps) => {
  const draft = useSignal(address);
  const choose = () => onChoose(draft.value.trim());
  return (
    <div class="preview-recipient">
      <label>
        <span class="quiet">For </span>
        <input
          class="input"
          aria-label="Subscriber to render the email for"
          value={draft.value}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => {
            draft.value = currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault(); // it may be in the form of an editor
            choose();
          }}
        />
      </label>
      {draft.value.trim() !== address && <Button onClick={choose}>Show</Button>}
    </div>
  );
};

interface RenderedProps extends Required<Pick<RenderedEmailProps, 'choice' | 'version'>> {
  readonly subscriber: string;
  readonly tools: ComponentChildren;
}

/** The rendered email below its subject and sender. Content endpoints are called only when the user asks for the content. */
const Rendered = ({ choice, subscriber, version, tools }: RenderedProps) => {
  const input = { ...choice, subscriber, ...ofAccount(), content: 'none' } as const;
  const { data, error } = useSteady(useResource('POST /_admin/emails/preview', input, [], version));
  const isFetching = useSignal(false);
  if (data === undefined || error) return error ? <ErrorState error={error} /> : <Loading rows={4} />;
  const { subject, from, shortcodes } = data;
  return (
    <>
      {shortcodes.length > 0 && !isFetching.value && (
        <Note tone="info">
          <div class="actions spread">
            <span class="wrap">
              Without dynamic content: {shortcodes.join(', ')}. Your endpoints are called with preview=true.
            </span>
            <Button onClick={() => into(isFetching)(true)}>Fetch content</Button>
          </div>
        </Note>
      )}
      <Preview
        key={version}
        title="Preview of the email"
        path="/_admin/emails/preview/page"
        input={{ ...input, content: isFetching.value ? 'fetch' : 'none' }}
        tools={tools}
        head={
          <>
            <p class="preview-subject wrap">{subject}</p>
            <p class="quiet wrap">{from}</p>
          </>
        }
      />
    </>
  );
};
