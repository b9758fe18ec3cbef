import { useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import type { Cause } from '../../api/cause.ts';
import { useList } from '../../api/list.ts';
import { callApi, inRoute } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import { StateBadge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { CauseLink } from '../../design/id-link/id-link.tsx';
import { moneyText, numberText } from '../../design/number/number.ts';
import { Page, Section } from '../../design/page/page.tsx';
import { Pager } from '../../design/pager/pager.tsx';
import { EmptyState, ErrorState, Loaded, Loading } from '../../design/states/states.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { Time } from '../../design/time/time.tsx';
import { query, urlOf } from '../../location/location.ts';
import { JsonDialog } from '../../mailing/json-dialog.tsx';
import { EXAMPLE, type Goal } from './goal.ts';

/** The conversions (goals) of the account, and how often subscribers reached them. */
export const ConversionsPage = () => {
  const goals = useResource<{ readonly goals: readonly Goal[] }>('/goals', { account_id: accountId.value }, [
    'records',
    'events',
  ]);
  const isCreating = useSignal(false);
  const setCreating = (value: boolean) => {
    isCreating.value = value;
  };
  return (
    <Page
      title="Conversions"
      lead="Goals that subscribers and visitors reach, by an event or by opening a page."
      actions={
        <Button icon="plus" look="primary" onClick={() => setCreating(true)}>
          Create conversion
        </Button>
      }
    >
      <Loaded of={goals}>
        {({ goals: rows }) => (
          <>
            <Goals goals={rows} onCreate={() => setCreating(true)} />
            {rows.length > 0 && <Reached goals={rows} />}
          </>
        )}
      </Loaded>
      {isCreating.value && (
        <JsonDialog
          title="Create a conversion"
          verb="Create"
          value={EXAMPLE}
          hint="As in a seed. The default value is in cents. With a url, opening that page counts."
          done="Conversion created"
          onClose={() => setCreating(false)}
          onSave={(body) => callApi(inRoute`POST /accounts/${accountId.value}/goals`, { body })}
        />
      )}
    </Page>
  );
};

interface GoalsProps {
  readonly goals: readonly Goal[];
  readonly onCreate: () => void;
}

const Goals = ({ goals, onCreate }: GoalsProps) =>
  goals.length === 0 ? (
    <EmptyState icon="goal" title="No conversions yet">
      <p>The REST API cannot create them. Create one here, or in the server's seed.</p>
      <Button icon="plus" onClick={onCreate}>
        Create conversion
      </Button>
    </EmptyState>
  ) : (
    <Table
      label="Goals"
      columns={GOAL_COLUMNS}
      rows={goals}
      keyOf={({ id }) => id}
      openKey={query.value.get('goal') ?? undefined}
      hrefOf={({ id }) => urlOf('/conversions', { goal: id })}
    />
  );

const GOAL_COLUMNS: readonly Column<Goal>[] = [
  {
    id: 'name',
    header: 'Goal',
    cell: ({ name, url }) => (
      <span title={name}>
        {name} {url && <span class="goal-url quiet mono wide-only">{url}</span>}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: '6rem',
    isWideOnly: true,
    cell: ({ status }) => <StateBadge state={status} />,
  },
  {
    id: 'counting',
    header: 'Counts',
    width: '9rem',
    look: 'quiet',
    isWideOnly: true,
    cell: ({ counting_method: method }) => method.replaceAll('_', ' '),
  },
  {
    id: 'conversions',
    header: 'Reached',
    width: '5.5rem',
    look: 'number',
    cell: ({ conversions }) => numberText(conversions),
  },
  { id: 'value', header: 'Value', width: '7rem', look: 'number', cell: ({ value }) => moneyText(value) },
];

/** A goal that was reached. */
interface Conversion {
  readonly id: string;
  readonly goal_id: string;
  readonly subscriber_id: string | null;
  readonly visitor_uuid: string | null;
  readonly value: number;
  readonly occurred_at: string;
  readonly cause: Cause | null;
}

const Reached = ({ goals }: { readonly goals: readonly Goal[] }) => {
  const goalId = query.value.get('goal') ?? '';
  const list = useList<Conversion>({
    path: '/conversions',
    query: { account_id: accountId.value, order: 'newest', goal_id: goalId },
    member: 'conversions',
    topics: ['records', 'events'],
    keyOf: ({ id }) => id,
  });
  const names = new Map(goals.map(({ id, name }) => [id, name]));
  return (
    <Section
      title={goalId ? `Reached: ${names.get(goalId) ?? goalId}` : 'Reached'}
      actions={goalId !== '' && <a href={urlOf('/conversions')}>Show all</a>}
    >
      {list.isLoading && <Loading />}
      {list.error && list.items.length === 0 && <ErrorState error={list.error} onRetry={list.reload} />}
      {!list.isLoading && !list.error && list.items.length === 0 && (
        <EmptyState icon="goal" title="Not reached yet">
          <p>
            Record an event with the goal's name, or open its page in the <a href="/demo">demo shop</a>.
          </p>
        </EmptyState>
      )}
      {list.items.length > 0 && (
        <div>
          <Table
            label="Reached"
            columns={columnsOf(names)}
            rows={list.items}
            keyOf={({ id }) => id}
            hrefOf={({ subscriber_id: id }) =>
              id === null ? undefined : urlOf(`/subscribers/${encodeURIComponent(id)}`)
            }
            onEnd={list.hasMore ? list.loadMore : undefined}
          />
          <Pager shown={list.items.length} hasMore={list.hasMore} onMore={list.loadMore} noun="conversions" />
        </div>
      )}
    </Section>
  );
};

const columnsOf = (names: ReadonlyMap<string, string>): readonly Column<Conversion>[] => [
  {
    id: 'subscriber',
    header: 'Subscriber',
    cell: ({ subscriber_id: id, visitor_uuid: visitor }) => (
      <span class="mono">{id ?? `visitor ${visitor ?? 'unknown'}`}</span>
    ),
  },
  {
    id: 'goal',
    header: 'Goal',
    isWideOnly: true,
    cell: ({ goal_id: id }) => <span title={names.get(id)}>{names.get(id) ?? id}</span>,
  },
  { id: 'cause', header: 'Cause', width: '6rem', cell: ({ cause }) => <CauseLink cause={cause} /> },
  { id: 'value', header: 'Value', width: '6rem', look: 'number', cell: ({ value }) => moneyText(value) },
  {
    id: 'at',
    header: 'Time',
    width: '6.5rem',
    look: 'quiet',
    cell: ({ occurred_at: at }) => <Time at={at} />,
  },
];
