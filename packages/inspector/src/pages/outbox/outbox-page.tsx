import { accountId } from '../../api/accounts.ts';
import { useList } from '../../api/list.ts';
import { useResource } from '../../api/resource.ts';
import type { PageInput } from '../../app/router.tsx';
import { StateBadge } from '../../design/badge/badge.tsx';
import { SearchField, Select } from '../../design/field/field.tsx';
import { ListView } from '../../design/list-view/list-view.tsx';
import { Page, Toolbar } from '../../design/page/page.tsx';
import { Split } from '../../design/split/split.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { timeColumn, wideOnly } from '../../design/table/columns.tsx';
import type { Column } from '../../design/table/table.tsx';
import { bindQuery, query, urlOf } from '../../location/location.ts';
import { type Delivery, type Email, statesOf } from './email.ts';
import { EmailDetail } from './email-detail.tsx';

/** Every sent email, with the open one beside the list. */
export const OutboxPage = ({ id: emailId }: PageInput) => (
  <Split
    listName="Outbox"
    listUrl={urlOf('/outbox', Object.fromEntries(query.value))}
    list={
      <Page title="Outbox" lead="Every email as it was sent. None leaves this machine unless SMTP is set up.">
        <Emails openId={emailId} />
      </Page>
    }
    detail={emailId === undefined ? undefined : <EmailDetail key={emailId} id={emailId} />}
  />
);

const Emails = ({ openId }: { readonly openId: string | undefined }) => {
  const { search = '', purpose = '' } = Object.fromEntries(query.value);
  const emails = useList({
    route: 'GET /_admin/outbox',
    input: { account_id: accountId.value, order: 'newest' },
    member: 'outbox',
    topics: ['emails'],
    keyOf: ({ id }) => id,
  });
  const deliveries = useDeliveries();
  const purposes = [...new Set([...emails.items.map((email) => email.purpose), purpose])];
  return (
    <>
      <Toolbar>
        <SearchField label="Search recipient or subject" {...bindQuery('search')} />
        <Select
          label="Purpose"
          isLabelHidden
          {...bindQuery('purpose')}
          options={[['', 'All emails'], ...purposes.filter(Boolean).sort()]}
        />
      </Toolbar>
      <ListView
        list={emails}
        noun="emails"
        columns={columnsWith(deliveries)}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => urlOf(`/outbox/${encodeURIComponent(id)}`, Object.fromEntries(query.value))}
        openKey={openId}
        matches={search === '' && purpose === '' ? undefined : matcher(search, purpose)}
        unfilteredUrl={search === '' && purpose === '' ? undefined : urlOf('/outbox')}
        empty={<NoEmails />}
      />
    </>
  );
};

const matcher = (search: string, purpose: string) => (email: Email) =>
  (purpose === '' || email.purpose === purpose) &&
  `${email.to}\n${email.subject}`.toLowerCase().includes(search.toLowerCase());

/** The newest deliveries by their ids. */
function useDeliveries(): ReadonlyMap<string, Delivery> {
  const { data } = useResource(
    'GET /_admin/deliveries',
    { account_id: accountId.value, order: 'newest', limit: 1000 },
    ['emails', 'events'],
  );
  return new Map(data?.deliveries.map((delivery) => [delivery.id, delivery]));
}

const columnsWith = (deliveries: ReadonlyMap<string, Delivery>): readonly Column<Email>[] => [
  { header: 'To', cell: ({ to }) => to },
  { header: 'Subject', cell: ({ subject }) => subject },
  wideOnly({
    header: 'State',
    width: '7.5rem',
    cell: ({ delivery_id: id }) => {
      const [state] = statesOf(id === null ? undefined : deliveries.get(id));
      return state && <StateBadge state={state} />;
    },
  }),
  wideOnly({
    header: 'Purpose',
    width: '7rem',
    look: 'quiet',
    cell: ({ purpose }) => purpose.replaceAll('_', ' '),
  }),
  wideOnly(timeColumn('Sent', ({ sent_at }) => sent_at)),
];

const NoEmails = () => (
  <EmptyState icon="inbox" title="No emails yet">
    <p>
      Subscribe someone to a <a href={urlOf('/campaigns')}>campaign</a>, schedule a{' '}
      <a href={urlOf('/broadcasts')}>broadcast</a>, or advance the <a href={urlOf('/clock')}>clock</a> to the
      next email.
    </p>
  </EmptyState>
);
