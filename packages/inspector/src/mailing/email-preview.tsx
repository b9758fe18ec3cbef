import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { accountId } from '../api/accounts.ts';
import { ApiError, callApi } from '../api/request.ts';
import { useResource } from '../api/resource.ts';
import type { ResponseOf } from '../api/responses.ts';
import { Button } from '../design/button/button.tsx';
import { classes } from '../design/classes.ts';
import { Code } from '../design/code/code.tsx';
import { DeviceSwitch } from '../design/device-switch/device-switch.tsx';
import { Note } from '../design/note/note.tsx';
import { into } from '../design/signals.ts';
import { ErrorState, Loading } from '../design/states/states.tsx';
import { Tabs } from '../design/tabs/tabs.tsx';
import { type MailingEmail, ofAccount } from './mailing.ts';

/** Which email of which mailing. */
export type EmailChoice =
  | { readonly campaign_id: string; readonly email_index: number }
  | { readonly broadcast_id: string };

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
        content: <Rendered email={email} choice={choice} recipient={recipient} />,
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

const Rendered = ({ email, choice, recipient }: EmailPreviewProps) => {
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
      <div class="preview-bar">
        <Recipient key={subscriber} address={subscriber} onChoose={into(chosen)} />
        <DeviceSwitch isPhone={isPhone} />
      </div>
      <Frame
        key={`${subscriber} ${email.subject} ${email.html}`} // rendered again after a change
        query={{ ...choice, subscriber, account_id: accountId.value }}
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
  return (
    <form
      class="preview-recipient"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(draft.value.trim());
      }}
    >
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
        />
      </label>
      {draft.value.trim() !== address && <Button type="submit">Show</Button>}
    </form>
  );
};

interface FrameProps {
  readonly query: EmailChoice & { readonly subscriber: string; readonly account_id: string };
  readonly isPhone: boolean;
}

type RenderedEmail = ResponseOf<'POST /_admin/emails/preview'>;

/**
 * The rendered email in a frame without any rights, below its subject and sender. Content endpoints are called only
 * when the user asks for the content.
 */
const Frame = ({ query, isPhone }: FrameProps) => {
  const email = useRendered(query);
  const isFetching = useSignal(false);
  if (email === undefined) return <Loading rows={4} />;
  if (email instanceof ApiError) return <ErrorState error={email} />;
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
      <div class={classes('preview', isPhone && 'is-phone')}>
        <p class="preview-subject wrap">{subject}</p>
        <p class="quiet wrap">{from}</p>
        <iframe
          key={content}
          sandbox=""
          src={`/_admin/emails/preview?${searchOf({ ...query, content })}`}
          title={`Preview: ${subject}`}
        />
      </div>
    </>
  );
};

/** Renders an email without dynamic content; undefined until it is rendered. */
function useRendered(query: FrameProps['query']): RenderedEmail | ApiError | undefined {
  const email = useSignal<RenderedEmail | ApiError | undefined>(undefined);
  useEffect(() => {
    const running = new AbortController();
    const { signal } = running;
    callApi('POST /_admin/emails/preview', { ...query, content: 'none' }, signal).then(
      (rendered) => {
        email.value = rendered;
      },
      (error: unknown) => {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        email.value = error;
      },
    );
    return () => running.abort();
  }, [searchOf(query)]);
  return email.value;
}

const searchOf = (query: object): string =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();

interface LeftOutProps {
  readonly shortcodes: readonly string[];
  readonly onFetch: () => void;
}

const LeftOut = ({ shortcodes, onFetch }: LeftOutProps) => (
  <Note tone="info">
    <div class="preview-left-out">
      <span class="wrap">
        Without dynamic content: {shortcodes.join(', ')}. Your endpoints are called with preview=true.
      </span>
      <Button onClick={onFetch}>Fetch content</Button>
    </div>
  </Note>
);
