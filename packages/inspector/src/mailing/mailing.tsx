import type { ResponseOf } from '../api/responses.ts';
import { urlOfRecord } from '../design/link/link.tsx';
import type { Filter } from '../design/list/filters.tsx';
import { declareList, List, LoadedRows, type RowsDeclaration } from '../design/list/list.tsx';
import { copyAddresses } from '../design/list/many.tsx';
import { TIME_FILTERS } from '../design/list/term-filters.ts';
import { type Figure, Section } from '../design/page/page.tsx';
import * as column from '../design/table/columns.tsx';
import type { Column } from '../design/table/table.tsx';
import { numberText, percentText } from '../design/words.ts';
import { urlOf } from '../location/location.ts';

type Broadcast = ResponseOf<'GET /_admin/broadcasts/{broadcast_id}'>;

export type MailingEmail = Broadcast['emails'][number];

export type EmailFigures = Pick<
  MailingEmail,
  'sent' | 'opened' | 'clicked' | 'bounced' | 'complained' | 'unsubscribed'
>;

export type DueEmail = Broadcast['due'][number];

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

interface Times {
  readonly complained_at: string | null;
  readonly bounced_at: string | null;
  readonly unsubscribed_at: string | null;
  readonly clicked_at: string | null;
  readonly opened_at: string | null;
}

const OUTCOMES = ['complained', 'bounced', 'unsubscribed', 'clicked', 'opened'] as const;

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

/** The emails that a campaign or broadcast sent, newest first. */
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
