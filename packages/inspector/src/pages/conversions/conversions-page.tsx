import { accountId } from '../../api/accounts.ts';
import { useList } from '../../api/list.ts';
import type { Item } from '../../api/responses.ts';
import { Website } from '../../app/website.tsx';
import { LinkButton } from '../../design/button/button.tsx';
import { urlOfRecord } from '../../design/id-link/id-link.tsx';
import { ListView } from '../../design/list-view/list-view.tsx';
import { moneyText, numberText } from '../../design/number/number.ts';
import { Section } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { causeColumn, numberColumn, stateColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import type { Column } from '../../design/table/table.tsx';
import { query, urlOf } from '../../location/location.ts';
import type { Creation } from '../../records/create-record.tsx';
import { EditButton } from '../../records/edit-button.tsx';
import { RecordListPage } from '../../records/record-list-page.tsx';

/** A conversion (goal), with how often it was reached. */
type Goal = Item<'GET /_admin/goals', 'goals'>;

/** The conversions (goals) of the account, and how often subscribers reached them. */
export const ConversionsPage = () => (
  <RecordListPage
    title="Conversions"
    label="Goals"
    lead="Goals that subscribers and visitors reach, by an event or by opening a page."
    icon="goal"
    topics={['records', 'events']}
    columns={GOAL_COLUMNS}
    creation={CREATION}
    openId={query.value.get('goal') ?? undefined}
  >
    {(rows) => <Reached goals={rows} />}
  </RecordListPage>
);

const CREATION: Creation = {
  noun: 'conversion',
  nouns: 'goals',
  example: { name: 'Completed checkout', default_value: 2500, counting_method: 'all' },
  hrefOf: (id) => urlOf('/conversions', { goal: id }),
};

const GOAL_COLUMNS: readonly Column<Goal>[] = [
  {
    header: 'Goal',
    cell: ({ name, url }) => (
      <span title={name}>
        {name} {url && <span class="goal-url quiet mono wide-only">{url}</span>}
      </span>
    ),
  },
  wideOnly(stateColumn('Status', '6rem', ({ status }) => status)),
  wideOnly({
    header: 'Counts',
    width: '9rem',
    look: 'quiet',
    cell: ({ counting_method: method }) => method.replaceAll('_', ' '),
  }),
  numberColumn('Reached', '5rem', ({ conversions }) => numberText(conversions)),
  numberColumn('Value', '6rem', ({ value }) => moneyText(value)),
];

type Conversion = Item<'GET /_admin/conversions', 'conversions'>;

const Reached = ({ goals }: { readonly goals: readonly Goal[] }) => {
  const goalId = query.value.get('goal') ?? '';
  const list = useList({
    route: 'GET /_admin/conversions',
    input: { account_id: accountId.value, order: 'newest', goal_id: goalId },
    member: 'conversions',
    topics: ['records', 'events'],
    keyOf: ({ id }) => id,
  });
  const names = new Map(goals.map(({ id, name }) => [id, name]));
  const goal = goals.find(({ id }) => id === goalId);
  return (
    <Section
      title={goalId ? `Reached: ${goal?.name ?? goalId}` : 'Reached'}
      actions={
        goalId !== '' && (
          <>
            {goal && <EditGoal goal={goal} />}
            <LinkButton href={urlOf('/conversions')}>Show all</LinkButton>
          </>
        )
      }
    >
      <ListView
        list={list}
        noun="conversions"
        label="Reached"
        columns={goalId === '' ? reachedColumns(names) : reachedColumns()}
        keyOf={({ id }) => id}
        hrefOf={({ subscriber_id: id }) => (id === null ? undefined : urlOfRecord('subscriber', id))}
        empty={
          <EmptyState icon="goal" title="Not reached yet">
            <p>
              Record an event with the goal's name, or open its page on the <Website />.
            </p>
          </EmptyState>
        }
      />
    </Section>
  );
};

const EditGoal = ({
  goal: { id, name, status, url, default_value, counting_method },
}: {
  readonly goal: Goal;
}) => (
  <EditButton
    noun="conversion"
    nouns="goals"
    route="PUT /_admin/goals/{goal_id}"
    ids={{ goal_id: id }}
    value={{ name, status, url, default_value, counting_method }}
  />
);

/** The columns of the conversions; those of all goals say which one, by the names of the goals. */
const reachedColumns = (names?: ReadonlyMap<string, string>): readonly Column<Conversion>[] => [
  {
    header: 'Subscriber',
    cell: ({ email, subscriber_id: id, visitor_uuid: visitor }) =>
      email ?? <span class="mono">{id ?? `visitor ${visitor ?? 'unknown'}`}</span>,
  },
  ...(names ? [goalColumn(names)] : []),
  causeColumn('6rem'),
  numberColumn('Value', '5rem', ({ value }) => moneyText(value)),
  timeColumn('Time', ({ occurred_at: at }) => at),
];

const goalColumn = (names: ReadonlyMap<string, string>): Column<Conversion> =>
  wideOnly({
    header: 'Goal',
    cell: ({ goal_id: id }) => <span title={names.get(id)}>{names.get(id) ?? id}</span>,
  });
