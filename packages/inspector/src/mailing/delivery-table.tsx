import type { Item } from '../api/responses.ts';
import { urlOfRecord } from '../design/id-link/id-link.tsx';
import { declareList, List } from '../design/list/list.tsx';
import { copyAddresses } from '../design/list/many.tsx';
import { searchIn, timeFilters } from '../design/list/term-filters.ts';
import { Section } from '../design/page/page.tsx';
import { stateColumn, timeColumn } from '../design/table/columns.tsx';
import { outcomeFilter, outcomesOf } from './outcome.ts';

/** The emails that a campaign or broadcast sent, newest first. */
export const DeliveryTable = (
  mailing: { readonly campaign_id: string } | { readonly broadcast_id: string },
) => (
  <Section title="Sent emails">
    <List of={DELIVERIES} input={mailing} />
  </Section>
);

type Delivery = Item<'GET /_admin/deliveries', 'deliveries'>;

const DELIVERIES = declareList('GET /_admin/deliveries', 'deliveries', {
  noun: 'emails',
  label: 'Sent emails',
  topics: ['emails'],
  input: { order: 'newest', limit: 20 },
  filters: [
    searchIn<Delivery>('Search recipient or subject', ({ email, email_subject: subject }) => [
      email,
      subject,
    ]),
    outcomeFilter<Delivery>((delivery) => delivery),
    ...timeFilters<Delivery>(),
  ],
  columns: [
    {
      header: 'Email',
      cell: ({ email_subject: subject, email, subscriber_id: id }) => (
        <span title={subject}>
          “{subject}” <span class="cell-note quiet">to {email ?? id}</span>
        </span>
      ),
    },
    stateColumn('Outcome', '7.5rem', (delivery) => outcomesOf(delivery)[0] ?? 'sent'),
    timeColumn('Sent', ({ sent_at: at }) => at),
  ],
  many: [copyAddresses(({ email }) => email)],
  hrefOf: ({ id }) => urlOfRecord('email', id),
  empty: ['inbox', 'Nothing has been sent yet'],
});
