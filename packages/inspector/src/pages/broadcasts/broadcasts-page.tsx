import { stateColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { RATE_COLUMNS } from '../../mailing/rate-columns.tsx';
import { declareRecordListPage } from '../../records/record-list-page.tsx';

/** All broadcasts with their numbers. */
export const BroadcastsPage = declareRecordListPage('broadcasts', {
  title: 'Broadcasts',
  lead: 'Single emails to all active subscribers, sent at one time.',
  icon: 'broadcast',
  topics: ['records', 'emails'],
  noun: 'broadcast',
  type: 'broadcast',
  example: {
    name: 'Autumn news',
    status: 'draft',
    subject: 'News for {{ subscriber.first_name | default: "you" }}',
    html_body: '<h1>News</h1><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
    localize_sending_time: false,
  },
  hint: 'A draft is scheduled on its page.',
  columns: [
    {
      header: 'Broadcast',
      cell: ({ name, subject }) => (
        <span title={`${name}: ${subject}`}>
          {name} <span class="cell-note quiet wide-only">{subject}</span>
        </span>
      ),
    },
    stateColumn('Status', '7rem', ({ status }) => status),
    wideOnly(timeColumn('Send time', ({ send_at: at }) => at, '7rem')),
    ...RATE_COLUMNS,
  ],
});
