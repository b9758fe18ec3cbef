import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { accountId, ofAccount } from '../api/accounts.ts';
import { ApiError, callApi } from '../api/request.ts';
import { useResource } from '../api/resource.ts';
import type { InputOf, ResponseOf } from '../api/responses.ts';
import { Button } from '../design/button/button.tsx';
import { classes } from '../design/classes.ts';
import { Code } from '../design/code/code.tsx';
import { DeviceSwitch } from '../design/device-switch/device-switch.tsx';
import { Note } from '../design/note/note.tsx';
import { PreviewFrame } from '../design/preview-frame/preview-frame.tsx';
import { into } from '../design/signals.ts';
import { ErrorState, Loading } from '../design/states/states.tsx';
import { Tabs } from '../design/tabs/tabs.tsx';
import type { MailingEmail } from './mailing.ts';

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

/** An email of a mailing: rendered for a subscriber, its HTML source, its text part. */
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
    { ...ofAccount(), limit: 1, order: 'newest', status: 'active' },
    [],
  );
  const chosen = useSignal('');
  const subscriber = chosen.value || recipient || newest.data?.subscribers[0]?.email;
  const isPhone = useSignal(false);
  if (subscriber === undefined) {
    return newest.isLoading ? (
      <Loading rows={3} />
    ) : (
      <p class="quiet">A preview needs a subscriber. There is none.</p>
    );
  }
  return (
    <>
      <div class="actions spread">
        <Recipient key={subscriber} address={subscriber} onChoose={into(chosen)} />
        <DeviceSwitch isPhone={isPhone} />
      </div>
      <Frame
        query={{ ...choice, subscriber, account_id: accountId.value }}
        version={version}
        isPhone={isPhone.value}
      />
    </>
  );
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

interface FrameProps {
  readonly query: EmailChoice & { readonly subscriber: string; readonly account_id: string };
  readonly version: string;
  readonly isPhone: boolean;
}

type Rendered = ResponseOf<'POST /_admin/emails/preview'>;

/**
 * The rendered email in a frame without any rights, below its subject and sender. Content endpoints are called only
 * when the user asks for the content.
 */
const Frame = ({ query, version, isPhone }: FrameProps) => {
  const { email, error } = useRendered(query, version);
  const isFetching = useSignal(false);
  if (error) return <ErrorState error={error} />;
  if (email === undefined) return <Loading rows={4} />;
  const { subject, from, shortcodes } = email;
  const content = isFetching.value ? 'fetch' : 'none';
  return (
    <>
      {shortcodes.length > 0 && !isFetching.value && (
        <LeftOut
          shortcodes={shortcodes}
          onFetch={() => {
            isFetching.value = true;
          }}
        />
      )}
      <div class={classes('card preview', isPhone && 'is-phone')}>
        <p class="preview-subject wrap">{subject}</p>
        <p class="quiet wrap">{from}</p>
        <PreviewFrame
          key={version}
          title="Preview of the email"
          path="/_admin/emails/preview/page"
          input={{ ...query, content }}
        />
      </div>
    </>
  );
};

interface Outcome {
  readonly email: Rendered | undefined;
  readonly error?: ApiError;
}

/** Renders an email without dynamic content. The last one stays until the next one is rendered. */
function useRendered(query: FrameProps['query'], version: string): Outcome {
  const outcome = useSignal<Outcome>({ email: undefined });
  useEffect(() => {
    const running = new AbortController();
    const { signal } = running;
    callApi('POST /_admin/emails/preview', { ...query, content: 'none' }, signal).then(
      (email) => {
        outcome.value = { email };
      },
      (error: unknown) => {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        outcome.value = { email: undefined, error };
      },
    );
    return () => running.abort();
  }, [JSON.stringify(query), version]);
  return outcome.value;
}

interface LeftOutProps {
  readonly shortcodes: readonly string[];
  readonly onFetch: () => void;
}

const LeftOut = ({ shortcodes, onFetch }: LeftOutProps) => (
  <Note tone="info">
    <div class="actions spread preview-left-out">
      <span class="wrap">
        Without dynamic content: {shortcodes.join(', ')}. Your endpoints are called with preview=true.
      </span>
      <Button onClick={onFetch}>Fetch content</Button>
    </div>
  </Note>
);
