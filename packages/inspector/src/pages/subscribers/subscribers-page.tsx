import { useRef } from 'preact/hooks';
import { accountId } from '../../api/accounts.ts';
import { type List, useList, useSteadyList } from '../../api/list.ts';
import type { InputOf } from '../../api/responses.ts';
import { Badge } from '../../design/badge/badge.tsx';
import type { ButtonProps } from '../../design/button/button.tsx';
import { DialogButton } from '../../design/dialog/dialog-button.tsx';
import { SearchField, Select } from '../../design/field/field.tsx';
import { ListView } from '../../design/list-view/list-view.tsx';
import { moneyText, numberText } from '../../design/number/number.ts';
import { Page, Toolbar } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { numberColumn, stateColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import type { Column } from '../../design/table/table.tsx';
import { bindQuery, query, setQuery, urlOf } from '../../location/location.ts';
import { CreateSubscriber } from './create-subscriber.tsx';
import { type ListedSubscriber, nameOf } from './subscriber.ts';

/** The orders of the list, as `sort` and `order` of the operation. */
const ORDERS = [
  ['created_at-newest', 'Newest first'],
  ['created_at-oldest', 'Oldest first'],
  ['email-oldest', 'Email, A to Z'],
  ['email-newest', 'Email, Z to A'],
  ['lead_score-newest', 'Highest lead score'],
  ['lifetime_value-newest', 'Highest lifetime value'],
] as const;

const STATUSES = [
  ['', 'Any status'],
  ['active', 'Active'],
  ['unsubscribed', 'Unsubscribed'],
  ['undeliverable', 'Undeliverable'],
  ['removed', 'Removed'],
] as const;

/** All subscribers, with search, filters and sorting. */
export const SubscribersPage = () => {
  const { search = '', status = '', tag = '', sort = ORDERS[0][0] } = Object.fromEntries(query.value);
  const [column, order] = sort.split('-');
  const filter = { search, status, tag, sort: column, order } as InputOf<'GET /_admin/subscribers'>; // the server rejects others
  const list = useList({
    route: 'GET /_admin/subscribers',
    input: { account_id: accountId.value, ...filter },
    member: 'subscribers',
    topics: ['records'],
    keyOf: ({ id }) => id,
  });
  return (
    <Page
      title="Subscribers"
      lead="All subscribers of this account. Open one to see what happened, and why."
      actions={<CreateButton look="primary" />}
    >
      <Filters list={list} />
      <SubscriberTable list={list} />
    </Page>
  );
};

const CreateButton = ({ look = 'plain' }: Pick<ButtonProps, 'look'>) => (
  <DialogButton icon="plus" look={look} dialog={(onClose) => <CreateSubscriber onClose={onClose} />}>
    Create subscriber
  </DialogButton>
);

const Filters = ({ list: { items } }: { readonly list: List<ListedSubscriber> }) => {
  const { tag = '', sort = ORDERS[0][0] } = Object.fromEntries(query.value);
  // The tags of all rows so far, so that a filter does not empty its own list of choices.
  const known = useRef(new Set<string>()).current;
  for (const name of items.flatMap(({ tags }) => tags)) known.add(name);
  const tags = [...new Set([...known, tag])].filter(Boolean).sort();
  return (
    <Toolbar>
      <SearchField label="Search email, name, id or user id" {...bindQuery('search')} />
      <Select label="Status" isLabelHidden {...bindQuery('status')} options={STATUSES} />
      <Select label="Tag" isLabelHidden {...bindQuery('tag')} options={[['', 'Any tag'], ...tags]} />
      <Select
        label="Order"
        isLabelHidden
        value={sort}
        options={ORDERS}
        onInput={(value) => setQuery({ sort: value === ORDERS[0][0] ? '' : value })}
      />
    </Toolbar>
  );
};

const SubscriberTable = ({ list }: { readonly list: List<ListedSubscriber> }) => {
  const { search, status, tag } = Object.fromEntries(query.value);
  return (
    <ListView
      list={useSteadyList(list)}
      noun="subscribers"
      columns={COLUMNS}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => urlOf(`/subscribers/${encodeURIComponent(id)}`)}
      unfilteredUrl={search || status || tag ? urlOf('/subscribers') : undefined}
      empty={
        <EmptyState icon="users" title="No subscribers yet">
          <p>Create one here, with the SDK, or through a form. Seeds and imports appear here too.</p>
          <CreateButton />
        </EmptyState>
      }
    />
  );
};

const COLUMNS: readonly Column<ListedSubscriber>[] = [
  { header: 'Subscriber', cell: (subscriber) => <span title={subscriber.email}>{subscriber.email}</span> },
  wideOnly({
    header: 'Name',
    width: '8rem',
    cell: (subscriber) => <span title={nameOf(subscriber)}>{nameOf(subscriber) || '–'}</span>,
  }),
  stateColumn('Status', '7.5rem', ({ status }) => status),
  wideOnly({
    header: 'Tags',
    width: '12rem',
    cell: ({ tags }) => (
      <span class="subscriber-tags" title={tags.join(', ')}>
        {tags.slice(0, 2).map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
        {tags.length > 2 && <span class="quiet">+{tags.length - 2}</span>}
      </span>
    ),
  }),
  wideOnly(
    numberColumn('Lead score', '5.5rem', ({ lead_score: score }) =>
      score === null ? '–' : numberText(score),
    ),
  ),
  wideOnly(numberColumn('Lifetime value', '7rem', ({ lifetime_value: value }) => moneyText(value))),
  wideOnly(timeColumn('Created', ({ created_at: at }) => at)),
];
