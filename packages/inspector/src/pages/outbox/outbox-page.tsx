import { StateBadge } from '../../design/badge/badge.tsx';
import { declareList } from '../../design/list/list.tsx';
import { copyAddresses } from '../../design/list/many.tsx';
import { TIME_FILTERS } from '../../design/list/term-filters.ts';
import { textColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { urlOf } from '../../location/location.ts';
import { OUTCOME_FILTER, outcomesOf } from '../../mailing/mailing.tsx';
import { comparing } from '../../records/comparing.tsx';
import { declarePage, recordById } from '../../records/noun-page.tsx';
import { EmailDetail } from './email-detail.tsx';

const EMAIL = recordById('GET /_admin/outbox/{email_id}', 'email_id', ['emails', 'events'], {
  content: (email) => <EmailDetail email={email} />,
});

const EMAILS = declareList('email', ['GET /_admin/outbox', 'outbox'], {
  topics: ['emails', 'events'],
  input: { order: 'newest' },
  filters: [
    { name: 'search', label: 'Search recipient or subject' },
    {
      name: 'purpose',
      label: 'Purpose',
      all: 'All emails',
      options: ['campaign', 'broadcast', 'workflow', 'confirmation', 'notification', 'test'],
    },
    { name: 'subject', label: 'Subject', isTerm: true, takes: 'a whole subject' },
    OUTCOME_FILTER,
    ...TIME_FILTERS,
  ],
  columns: [
    { header: 'To', cell: ({ to }) => to },
    { header: 'Subject', cell: ({ subject }) => subject },
    wideOnly({
      header: 'State',
      width: '7.5rem',
      cell: ({ delivery }) => {
        const [outcome] = outcomesOf(delivery);
        return outcome && <StateBadge state={outcome} />;
      },
    }),
    wideOnly(textColumn('Purpose', ({ purpose }) => purpose.replaceAll('_', ' '), '7rem')),
    wideOnly(timeColumn('Sent', ({ sent_at: at }) => at)),
  ],
  many: [copyAddresses(({ to }) => to)],
  compare: comparing({
    ...{ noun: 'email', useRecord: EMAIL.useRecord },
    nameOf: ({ to, sent_at: at }) => ({ name: to, at }),
  }),
  empty: [
    'inbox',
    'No emails yet',
    () => (
      <p>
        Subscribe someone to a <a href={urlOf('/campaigns')}>campaign</a>, schedule a{' '}
        <a href={urlOf('/broadcasts')}>broadcast</a>, or advance the <a href={urlOf('/clock')}>clock</a> to
        the next email.
      </p>
    ),
  ],
});

/** Every sent email, with the open one beside the list. */
export const OutboxPage = declarePage('email', {
  lead: 'Every email as it was sent. None leaves this machine unless SMTP is set up.',
  list: EMAILS,
  record: EMAIL,
});
