import type { Item } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import { Website } from '../../app/website.tsx';
import { urlOfRecord } from '../../design/link/link.tsx';
import { column, declareList, List } from '../../design/list/list.tsx';
import { numberTerm, TIME_FILTERS } from '../../design/list/term-filters.ts';
import { Figures, Section } from '../../design/page/page.tsx';
import { moneyText, numberText } from '../../design/words.ts';
import { creationOf, EditRecord, noneYet } from '../../records/buttons.tsx';
import { declarePage, recordInList } from '../../records/noun-page.tsx';

type Conversion = Item<'GET /_admin/conversions', 'conversions'>;

const GOALS = declareList('goal', ['GET /_admin/goals', 'goals'], {
  topics: ['records', 'events'],
  isWhole: true,
  columns: [
    {
      header: 'Goal',
      cell: ({ name, url }) => (
        <span title={name}>
          {name} {url && <span class="cell-note quiet mono wide-only">{url}</span>}
        </span>
      ),
    },
    column.wide(column.state('Status', '6rem', ({ status }) => status)),
    column.wide(column.text('Counts', ({ counting_method: method }) => method.replaceAll('_', ' '), '9rem')),
    column.number('Reached', '5rem', ({ conversions }) => numberText(conversions)),
    column.number('Value', '6rem', ({ value }) => moneyText(value)),
  ],
  empty: noneYet('goal'),
});

export const ConversionsPage = declarePage('goal', {
  lead: 'Goals that subscribers and visitors reach, by an event or by opening a page.',
  creation: creationOf('goal', { name: 'Completed checkout', default_value: 2500, counting_method: 'all' }),
  list: GOALS,
  content: (list) => (
    <>
      {list}
      <Reached />
    </>
  ),
  record: recordInList(GOALS, {
    actions: (goal) => <EditRecord noun="goal" id={goal.id} value={goal} />,
    content: ({ id, url, default_value: value, counting_method: method, conversions, ...goal }) => (
      <>
        <Figures
          figures={[
            {
              title: 'Reached',
              value: numberText(conversions),
              note: `counts ${method.replaceAll('_', ' ')}`,
            },
            { title: 'Value', value: moneyText(goal.value), note: `${moneyText(value)} by default` },
            ...(url ? [{ title: 'Page', value: <span class="mono wrap">{url}</span> }] : []),
          ]}
        />
        <Section title="Reached">
          <List of={REACHED} input={{ goal_id: id }} />
        </Section>
      </>
    ),
  }),
});

const Reached = () => {
  const { data } = useResource(GOALS.route, {}, GOALS.topics);
  const names = new Map(data?.goals.map(({ id, name }) => [id, name]));
  const goal = column.text('Goal', ({ goal_id: id }: Conversion) => names.get(id) ?? id);
  return (
    <Section title="Reached">
      <List of={{ ...REACHED, columns: REACHED.columns.toSpliced(1, 0, column.wide(goal)) }} />
    </Section>
  );
};

const REACHED = declareList('conversion', ['GET /_admin/conversions', 'conversions'], {
  label: 'Reached',
  topics: ['records', 'events'],
  input: { order: 'newest' },
  filters: [
    { name: 'search', label: 'Search subscribers and visitors' },
    ...TIME_FILTERS,
    numberTerm('value'),
  ],
  columns: [
    column.text(
      'Subscriber',
      ({ email, subscriber_id: id, visitor_uuid: visitor }) =>
        email ?? id ?? `visitor ${visitor ?? 'unknown'}`,
    ),
    column.cause('6rem'),
    column.number('Value', '5rem', ({ value }) => moneyText(value)),
    column.time('Time', ({ occurred_at: at }) => at),
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
