import type { Item } from '../../api/request.ts';
import { Badge, StatusBadge } from '../../design/badge/badge.tsx';
import { Code } from '../../design/code/code.tsx';
import { IdLink, SafeLink } from '../../design/link/link.tsx';
import { column, declareList } from '../../design/list/list.tsx';
import { numberTerm, TIME_FILTERS } from '../../design/list/term-filters.ts';
import { DetailList, Note } from '../../design/page/page.tsx';
import { Time } from '../../design/time/time.tsx';
import { declarePage, recordInList } from '../../records/noun-page.tsx';

type Call = Item<'GET /_admin/content_calls', 'content_calls'>;

const CALLS = declareList('content_call', ['GET /_admin/content_calls', 'content_calls'], {
  topics: ['content_calls'],
  input: { order: 'newest' },
  filters: [
    { name: 'search', label: 'Search shortcode, URL or answer' },
    {
      name: 'outcome',
      label: 'Outcome',
      all: 'All outcomes',
      options: ['success', 'permanent', 'retry_later', 'temporary', 'unsupported'],
    },
    ...TIME_FILTERS,
    numberTerm('status'),
  ],
  columns: [
    { header: 'Shortcode', width: '8rem', cell: ({ shortcode }) => <span class="mono">{shortcode}</span> },
    column.wide({
      header: 'URL',
      look: 'quiet',
      cell: ({ url }) => <span title={url}>{withoutHost(url)}</span>,
    }),
    {
      header: 'Outcome',
      width: '8rem',
      cell: ({ outcome }) => (
        <Badge tone={outcome === 'success' ? 'good' : 'bad'}>{outcome.replaceAll('_', ' ')}</Badge>
      ),
    },
    column.wide({ header: 'Status', width: '5.5rem', cell: ({ status }) => status ?? '–' }),
    column.wide(column.number('Attempt', '5rem', ({ attempt }) => attempt)),
    column.time('Called', ({ called_at: at }) => at),
  ],
  empty: [
    'code',
    'No content calls yet',
    'Give the account a content endpoint, use its shortcode in an email, and send the email.',
  ],
});

export const ContentCallsPage = declarePage('content_call', {
  lead: 'Requests to your endpoints for the dynamic content of emails.',
  list: CALLS,
  record: recordInList(CALLS, {
    content: (call) => <CallDetail call={call} />,
  }),
});

/** The path and query of a URL in plain text: the endpoint's host is the same in every row. */
function withoutHost(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return url; // in the spelling of the account
  const { pathname, searchParams } = parsed;
  return [pathname, [...searchParams].map((pair) => pair.join('=')).join('&')].filter(Boolean).join('?');
}

const CallDetail = ({ call }: { readonly call: Call }) => (
  <>
    <h2 class="mono wrap">{call.shortcode}</h2>
    {call.outcome !== 'success' && <Note tone="bad">{call.error ?? call.outcome.replaceAll('_', ' ')}</Note>}
    {call.withheld.length > 0 && (
      <Note tone="warn">Fields without permission were not sent: {call.withheld.join(', ')}</Note>
    )}
    <DetailList
      details={[
        ['URL', <SafeLink key="url" url={call.url} />],
        ['Status', call.status === undefined ? 'no answer' : <StatusBadge status={call.status} />],
        ['Attempt', call.attempt],
        ['Subscriber', <IdLink key="subscriber" type="subscriber" id={call.subscriber_id} />],
        ['Email', call.email_id],
        ['Preview', call.is_preview ? 'yes' : undefined],
        ['Called', <Time key="called" at={call.called_at} format="both" />],
      ]}
    />
    {call.body !== undefined && <Code label="Answer" text={call.body} />}
  </>
);
