import type { Item } from '../../api/responses.ts';
import { Website } from '../../app/website.tsx';
import { LinkButton } from '../../design/button/button.tsx';
import { urlOfRecord } from '../../design/id-link/id-link.tsx';
import { declareList, List } from '../../design/list/list.tsx';
import { numberTerm, searchIn, timeFilters } from '../../design/list/term-filters.ts';
import { moneyText, numberText } from '../../design/number/number.ts';
import { Section } from '../../design/page/page.tsx';
import {
  causeColumn,
  numberColumn,
  stateColumn,
  textColumn,
  timeColumn,
  wideOnly,
} from '../../design/table/columns.tsx';
import { query, urlOf } from '../../location/location.ts';
import { EditButton } from '../../records/buttons.tsx';
import { declareRecordListPage } from '../../records/record-list-page.tsx';

type Conversion = Item<'GET /_admin/conversions', 'conversions'>;
type Goal = Item<'GET /_admin/goals', 'goals'>;

const openGoal = () => query.value.get('goal') ?? undefined;

/** The conversions (goals) of the account, and how often subscribers reached them. */
export const ConversionsPage = declareRecordListPage('goals', {
  title: 'Conversions',
  label: 'Goals',
  lead: 'Goals that subscribers and visitors reach, by an event or by opening a page.',
  icon: 'goal',
  topics: ['records', 'events'],
  noun: 'conversion',
  type: 'goal',
  example: { name: 'Completed checkout', default_value: 2500, counting_method: 'all' },
  columns: [
    {
      header: 'Goal',
      cell: ({ name, url }) => (
        <span title={name}>
          {name} {url && <span class="cell-note quiet mono wide-only">{url}</span>}
        </span>
      ),
    },
    wideOnly(stateColumn('Status', '6rem', ({ status }) => status)),
    wideOnly(textColumn('Counts', ({ counting_method: method }) => method.replaceAll('_', ' '), '9rem')),
    numberColumn('Reached', '5rem', ({ conversions }) => numberText(conversions)),
    numberColumn('Value', '6rem', ({ value }) => moneyText(value)),
  ],
  openId: openGoal,
  below: (goals) => <Reached goals={goals} />,
});

const Reached = ({ goals }: { readonly goals: readonly Goal[] }) => {
  const id = openGoal();
  const goal = goals.find((one) => one.id === id);
  const names = new Map(goals.map((one) => [one.id, one.name]));
  const { columns } = REACHED;
  const goalColumn = textColumn('Goal', ({ goal_id }: Conversion) => names.get(goal_id) ?? goal_id);
  return (
    <Section
      title={id ? `Reached: ${goal?.name ?? id}` : 'Reached'}
      actions={
        id && (
          <>
            {goal && <EditGoal goal={goal} />}
            <LinkButton href={urlOf('/conversions')}>Show all</LinkButton>
          </>
        )
      }
    >
      <List
        of={REACHED}
        input={id === undefined ? {} : { goal_id: id }}
        columns={id ? columns : columns.toSpliced(1, 0, wideOnly(goalColumn))}
      />
    </Section>
  );
};

const EditGoal = ({ goal }: { readonly goal: Goal }) => {
  const { id, name, status, url, default_value, counting_method } = goal;
  return (
    <EditButton
      noun="conversion"
      nouns="goals"
      route="PUT /_admin/goals/{goal_id}"
      ids={{ goal_id: id }}
      value={{ name, status, url, default_value, counting_method }}
    />
  );
};

const REACHED = declareList('GET /_admin/conversions', 'conversions', {
  noun: 'conversions',
  label: 'Reached',
  topics: ['records', 'events'],
  input: { order: 'newest' },
  filters: [
    searchIn<Conversion>('Search conversions', (conversion) => conversion),
    ...timeFilters<Conversion>(),
    numberTerm('value', ({ value }) => value / 100),
  ],
  columns: [
    textColumn(
      'Subscriber',
      ({ email, subscriber_id: id, visitor_uuid: visitor }) =>
        email ?? id ?? `visitor ${visitor ?? 'unknown'}`,
    ),
    causeColumn('6rem'),
    numberColumn('Value', '5rem', ({ value }) => moneyText(value)),
    timeColumn('Time', ({ occurred_at: at }) => at),
  ],
  hrefOf: ({ subscriber_id: id }) => (id === null ? undefined : urlOfRecord('subscriber', id)),
  empty: [
    'goal',
    'Not reached yet',
    () => (
      <p>
        Record an event with the goal's name, or open its page on the <Website />.
      </p>
    ),
  ],
});
