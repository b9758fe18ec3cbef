import { ofAccount } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import type { Item } from '../../api/responses.ts';
import type { PageInput } from '../../app/router.tsx';
import { StateBadge } from '../../design/badge/badge.tsx';
import { urlOfRecord } from '../../design/id-link/id-link.tsx';
import { declareList, List } from '../../design/list/list.tsx';
import { copyAddresses } from '../../design/list/many.tsx';
import { searchIn, timeFilters } from '../../design/list/term-filters.ts';
import { Split } from '../../design/split/split.tsx';
import { textColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { queryHere, urlOf } from '../../location/location.ts';
import { outcomeFilter, outcomesOf } from '../../mailing/outcome.ts';
import { EmailDetail } from './email-detail.tsx';

/** Every sent email, with the open one beside the list. */
export const OutboxPage = ({ id }: PageInput) => (
  <Split
    title="Outbox"
    lead="Every email as it was sent. None leaves this machine unless SMTP is set up."
    path="/outbox"
    detail={id && <EmailDetail key={id} id={id} />}
  >
    <Emails openId={id} />
  </Split>
);

type Mail = Item<'GET /_admin/outbox', 'outbox'>;

const Emails = ({ openId }: { readonly openId: string | undefined }) => {
  const newest = { ...ofAccount(), order: 'newest', limit: 1000 } as const;
  const { data } = useResource('GET /_admin/deliveries', newest, ['emails', 'events']);
  const deliveries = new Map(data?.deliveries.map((delivery) => [delivery.id, delivery]));
  const [to, subject, ...others] = EMAILS.columns;
  const deliveryOf = ({ delivery_id: id }: Mail) => deliveries.get(id ?? '');
  const state: (typeof EMAILS.columns)[number] = {
    header: 'State',
    width: '7.5rem',
    cell: (mail) => {
      const [outcome] = outcomesOf(deliveryOf(mail));
      return outcome && <StateBadge state={outcome} />;
    },
  };
  const columns = [to, subject, wideOnly(state), ...others].filter((column) => column !== undefined);
  const filters = [...(EMAILS.filters ?? []), outcomeFilter(deliveryOf), ...timeFilters<Mail>()];
  return <List of={{ ...EMAILS, columns, filters }} openKey={openId} />;
};

const EMAILS = declareList('GET /_admin/outbox', 'outbox', {
  noun: 'emails',
  topics: ['emails'],
  input: { order: 'newest' },
  filters: [
    searchIn<Mail>('Search recipient or subject', ({ to, subject }) => [to, subject]),
    {
      name: 'purpose',
      label: 'Purpose',
      all: 'All emails',
      options: (rows) => rows.map(({ purpose }) => purpose),
      matches: ({ purpose }, chosen) => purpose === chosen,
    },
  ],
  columns: [
    { header: 'To', cell: ({ to }) => to },
    { header: 'Subject', cell: ({ subject }) => subject },
    wideOnly(textColumn('Purpose', ({ purpose }) => purpose.replaceAll('_', ' '), '7rem')),
    wideOnly(timeColumn('Sent', ({ sent_at: at }) => at)),
  ],
  many: [copyAddresses(({ to }) => to)],
  hrefOf: ({ id }) => urlOfRecord('email', id, queryHere()),
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
