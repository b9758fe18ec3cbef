import { stateColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import type { Column } from '../../design/table/table.tsx';
import { urlOf } from '../../location/location.ts';
import { RATE_COLUMNS } from '../../mailing/rate-columns.tsx';
import type { Creation } from '../../records/create-record.tsx';
import { RecordListPage } from '../../records/record-list-page.tsx';
import { EXAMPLE, type ListedBroadcast } from './broadcast.ts';

/** All broadcasts with their numbers. */
export const BroadcastsPage = () => (
  <RecordListPage
    title="Broadcasts"
    lead="Single emails to all active subscribers, sent at one time."
    icon="broadcast"
    topics={['records', 'emails']}
    columns={COLUMNS}
    creation={CREATION}
  />
);

const CREATION: Creation = {
  noun: 'broadcast',
  nouns: 'broadcasts',
  example: EXAMPLE,
  hint: 'A draft is scheduled on its page.',
  hrefOf: (id) => urlOf(`/broadcasts/${encodeURIComponent(id)}`),
};

const COLUMNS: readonly Column<ListedBroadcast>[] = [
  {
    header: 'Broadcast',
    cell: ({ name, subject }) => (
      <span title={`${name}: ${subject}`}>
        {name} <span class="broadcast-subject quiet wide-only">{subject}</span>
      </span>
    ),
  },
  stateColumn('Status', '7rem', ({ status }) => status),
  wideOnly(timeColumn('Send time', ({ send_at: at }) => at, '7rem')),
  ...RATE_COLUMNS,
];
