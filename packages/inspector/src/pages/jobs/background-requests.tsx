import { accountId } from '../../api/accounts.ts';
import { useList } from '../../api/list.ts';
import { urlOfRecord } from '../../design/id-link/id-link.tsx';
import { ListView } from '../../design/list-view/list-view.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { numberColumn, stateColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import type { Column } from '../../design/table/table.tsx';
import type { BackgroundRequest } from './job.ts';

/** Batches of v2 and activities of v3, newest first. */
export const BackgroundRequests = () => {
  const requests = useList({
    route: 'GET /_admin/background_requests',
    input: { account_id: accountId.value },
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
  { header: 'Operation', cell: ({ operation }) => operation },
  stateColumn('State', '6.5rem', ({ state }) => state),
  numberColumn('Records', '5.5rem', ({ records }) => records),
  wideOnly(numberColumn('Failed', '4.5rem', ({ failed }) => failed)),
  timeColumn('Started', ({ started_at }) => started_at),
];
