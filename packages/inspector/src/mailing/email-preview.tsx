import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { accountId } from '../api/accounts.ts';
import { ApiError, callApi } from '../api/request.ts';
import { useResource } from '../api/resource.ts';
import { Button } from '../design/button/button.tsx';
import { classes } from '../design/classes.ts';
import { Code } from '../design/code/code.tsx';
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
export const EmailPreview = ({ email, choice, recipient }: EmailPreviewProps) => {
  const open = useSignal('preview');
  return (
    <Tabs
      label="Parts of the email"
      tabs={[
        { id: 'preview', title: 'Preview' },
        { id: 'html', title: 'HTML source' },
        { id: 'text', title: 'Text' },
      ]}
      open={open.value}
      onOpen={(id) => {
        open.value = id;
      }}
    >
      {open.value === 'preview' && <Rendered email={email} choice={choice} recipient={recipient} />}
      {open.value === 'html' && <Code label="HTML with Liquid" text={email.html || 'No HTML part'} />}
      {open.value === 'text' && (
        <Code label="Text" text={email.text || 'Made from the HTML when it is sent'} />
      )}
    </Tabs>
  );
};

interface FirstSubscriber {
  readonly subscribers: readonly { readonly email: string }[];
}

const Rendered = ({ email, choice, recipient }: EmailPreviewProps) => {
  const newest = useResource<FirstSubscriber>(
    recipient === undefined ? '/subscribers' : undefined,
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
        <Recipient
          key={subscriber}
          address={subscriber}
          onChoose={(address) => {
            chosen.value = address;
          }}
        />
        <div class="actions">
          {[false, true].map((phone) => (
            <Button
              key={String(phone)}
              isPressed={isPhone.value === phone}
              onClick={() => {
                isPhone.value = phone;
              }}
            >
              {phone ? 'Phone' : 'Desktop'}
            </Button>
          ))}
        </div>
      </div>
      <Frame
        query={{ ...choice, subscriber, account_id: accountId.value }}
        source={`${email.subject} ${email.html}`}
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
  readonly query: Readonly<Record<string, string | number>>;
  /** When it changes, the email is rendered again. */
  readonly source: string;
  readonly isPhone: boolean;
}

interface RenderedEmail {
  readonly subject: string;
  readonly from: string;
  readonly to: string;
}

/** The rendered email in a frame without any rights, below its subject and sender. */
const Frame = ({ query, source, isPhone }: FrameProps) => {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  const email = useSignal<RenderedEmail | ApiError | undefined>(undefined);
  useEffect(() => {
    const running = new AbortController();
    const { signal } = running;
    callApi<RenderedEmail>('POST /emails/preview', { body: query, signal }).then(
      (answer) => {
        email.value = answer;
      },
      (error: unknown) => {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        email.value = error;
      },
    );
    return () => running.abort();
  }, [search, source]);
  if (email.value === undefined) return <Loading rows={4} />;
  if (email.value instanceof ApiError) return <ErrorState error={email.value} />;
  const { subject, from } = email.value;
  return (
    <div class={classes('preview', isPhone && 'is-phone')}>
      <p class="preview-subject wrap">{subject}</p>
      <p class="quiet wrap">{from}</p>
      <iframe sandbox="" src={`/_admin/emails/preview?${search}`} title={`Preview: ${subject}`} />
    </div>
  );
};
