import { accountId } from '../../api/accounts.ts';
import { useList } from '../../api/list.ts';
import { StateBadge } from '../../design/badge/badge.tsx';
import { urlOfRecord } from '../../design/id-link/id-link.tsx';
import { ListView } from '../../design/list-view/list-view.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import type { Column } from '../../design/table/table.tsx';
import { Time } from '../../design/time/time.tsx';
import type { BackgroundRequest } from './job.ts';

/** Batches of v2 and activities of v3, newest first. */
export const BackgroundRequests = () => {
  const requests = useList<BackgroundRequest>({
    path: '/background_requests',
    query: { account_id: accountId.value },
    member: 'requests',
    topics: ['jobs', 'records'],
    keyOf: ({ request_id: id }) => id,
  });
  return (
    <ListView
      list={requests}
      noun="batches"
      columns={COLUMNS}
      keyOf={({ request_id: id }) => id}
      hrefOf={({ request_id: id }) => urlOfRecord('batch', id)}
      empty={
        <EmptyState icon="layers" title="No batches yet">
          <p>Requests that are answered 202 appear here with the outcome of each record.</p>
        </EmptyState>
      }
    />
  );
};

const COLUMNS: readonly Column<BackgroundRequest>[] = [
  { id: 'operation', header: 'Operation', cell: ({ operation }) => operation },
  { id: 'state', header: 'State', width: '6.5rem', cell: ({ state }) => <StateBadge state={state} /> },
  { id: 'records', header: 'Records', width: '5.5rem', look: 'number', cell: ({ records }) => records },
  {
    id: 'failed',
    header: 'Failed',
    width: '4.5rem',
    look: 'number',
    isWideOnly: true,
    cell: ({ failed }) => failed,
  },
  {
    id: 'started',
    header: 'Started',
    width: '6.5rem',
    look: 'quiet',
    cell: ({ started_at }) => <Time at={started_at} />,
  },
];
