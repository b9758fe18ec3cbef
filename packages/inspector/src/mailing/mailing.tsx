import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ofAccount } from '../api/accounts.ts';
import type { InputOf, ResponseOf } from '../api/request.ts';
import { useResource, useSteady } from '../api/resource.ts';
import { Button } from '../design/button/button.tsx';
import { Code } from '../design/code/code.tsx';
import { urlOfRecord } from '../design/link/link.tsx';
import type { Filter } from '../design/list/filters.tsx';
import { column, declareList, List, LoadedRows, type RowsDeclaration } from '../design/list/list.tsx';
import { copyAddresses } from '../design/list/many.tsx';
import { TIME_FILTERS } from '../design/list/term-filters.ts';
import { ErrorState, type Figure, Loading, Note, Section } from '../design/page/page.tsx';
import { Preview } from '../design/preview/preview.tsx';
import { into } from '../design/signals.ts';
import type { Column } from '../design/table/table.tsx';
import { Tabs } from '../design/tabs/tabs.tsx';
import { numberText, percentText } from '../design/words.ts';
import { urlOf } from '../location/location.ts';

type Broadcast = ResponseOf<'GET /_admin/broadcasts/{broadcast_id}'>;

type MailingEmail = Broadcast['emails'][number];

export type EmailFigures = Pick<
  MailingEmail,
  'sent' | 'opened' | 'clicked' | 'bounced' | 'complained' | 'unsubscribed'
>;

type DueEmail = Broadcast['due'][number];

export const emailFigures = ({ sent, bounced, complained, ...others }: EmailFigures): readonly Figure[] => {
  const rate = (title: string, count: number, note = numberText(count)) => ({
    ...{ title, value: percentText(count, sent), note },
  });
  return [
    { title: 'Sent', value: numberText(sent) },
    rate('Opened', others.opened),
    rate('Clicked', others.clicked),
    rate('Unsubscribed', others.unsubscribed),
    rate('Bounced', bounced, `${numberText(bounced)}, complaints: ${numberText(complained)}`),
  ];
};

const OUTCOMES = ['complained', 'bounced', 'unsubscribed', 'clicked', 'opened'] as const;

type Times = Readonly<Record<`${(typeof OUTCOMES)[number]}_at`, string | null>>;

/** The outcome of an email that was sent to a subscriber, the most important first. */
export const outcomesOf = (email: Times | null | undefined): readonly string[] =>
  email ? OUTCOMES.filter((outcome) => email[`${outcome}_at`] !== null) : [];

export const OUTCOME_FILTER: Filter<unknown> = {
  name: 'outcome',
  label: 'Outcome',
  all: 'All outcomes',
  options: [
    ...OUTCOMES.toReversed().map((outcome) => [outcome, outcome] as const),
    ['unopened', 'not opened'],
    ['unclicked', 'not clicked'],
  ],
};

export const RATE_COLUMNS: readonly Column<EmailFigures>[] = [
  column.number('Sent', '4.5rem', ({ sent }) => numberText(sent)),
  column.wide(column.number('Opened', '5.5rem', ({ opened, sent }) => percentText(opened, sent))),
  column.wide(column.number('Clicked', '5.5rem', ({ clicked, sent }) => percentText(clicked, sent))),
];

export const DeliveryTable = (
  mailing: { readonly campaign_id: string } | { readonly broadcast_id: string },
) => (
  <Section title="Sent emails">
    <List of={DELIVERIES} input={mailing} />
  </Section>
);

const DELIVERIES = declareList('email', ['GET /_admin/deliveries', 'deliveries'], {
  label: 'Sent emails',
  topics: ['emails'],
  input: { order: 'newest', limit: 20 },
  filters: [{ name: 'search', label: 'Search recipient or subject' }, OUTCOME_FILTER, ...TIME_FILTERS],
  columns: [
    column.text('Recipient', ({ email, subscriber_id: id }) => email ?? id),
    column.wide(column.text('Subject', ({ email_subject: subject }) => subject)),
    column.state('Outcome', '7.5rem', (delivery) => outcomesOf(delivery)[0] ?? 'sent'),
    column.time('Sent', ({ sent_at: at }) => at),
  ],
  many: [copyAddresses(({ email }) => email)],
  hrefOf: ({ id }) => urlOfRecord('email', id),
  empty: ['inbox', 'Nothing has been sent yet'],
});

export const DueTable = ({ due }: { readonly due: readonly DueEmail[] }) => (
  <Section title="Due next" actions={due.length > 0 && <a href={urlOf('/clock')}>Advance the clock</a>}>
    <LoadedRows of={DUE} rows={due} />
  </Section>
);

const DUE: RowsDeclaration<DueEmail> = {
  noun: 'emails',
  label: 'Due next',
  columns: [
    column.text('Subscriber', ({ email }) => email),
    column.number('Email', '4rem', ({ email_number: number }) => `#${number}`),
    column.time('Time', ({ send_at: at }) => at),
  ],
  keyOf: ({ subscriber_id: id }) => id,
  hrefOf: ({ subscriber_id: id }) => urlOfRecord('subscriber', id),
  empty: ['clock', 'No email is due'],
};

/** Which email of which mailing, or an email that is being written. */
type EmailChoice = Omit<InputOf<'POST /_admin/emails/preview'>, 'subscriber' | 'account_id' | 'content'>;

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
    <div class="line preview-recipient">
      <label class="line">
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
