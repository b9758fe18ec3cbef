import { useEffect } from 'preact/hooks';
import { ofAccount } from '../../api/accounts.ts';
import { useList } from '../../api/list.ts';
import type { Item } from '../../api/responses.ts';
import type { PageInput } from '../../app/router.tsx';
import { Badge, StatusBadge } from '../../design/badge/badge.tsx';
import { Code } from '../../design/code/code.tsx';
import { DetailList } from '../../design/detail-list/detail-list.tsx';
import { IdLink, urlOfRecord } from '../../design/id-link/id-link.tsx';
import { declareList, List } from '../../design/list/list.tsx';
import { numberTerm, searchIn, timeFilters } from '../../design/list/term-filters.ts';
import { Note } from '../../design/note/note.tsx';
import { SafeLink } from '../../design/safe-link/safe-link.tsx';
import { Split } from '../../design/split/split.tsx';
import { EmptyState, Loading } from '../../design/states/states.tsx';
import { numberColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { Time } from '../../design/time/time.tsx';

/** Every request for dynamic content, with the open one beside the list. */
export const ContentCallsPage = ({ id }: PageInput) => (
  <Split
    title="Content calls"
    lead="Requests to your endpoints for the dynamic content of emails."
    path="/content-calls"
    detail={id && <CallDetail id={id} />}
  >
    <List of={CALLS} openKey={id} />
  </Split>
);

type Call = Item<'GET /_admin/content_calls', 'content_calls'>;

const CALLS = declareList('GET /_admin/content_calls', 'content_calls', {
  noun: 'calls',
  topics: ['content_calls'],
  input: { order: 'newest' },
  filters: [
    searchIn<Call>('Search shortcode, URL or answer', (call) => call),
    {
      name: 'outcome',
      label: 'Outcome',
      all: 'All outcomes',
      options: (rows) => rows.map(({ outcome }) => outcome),
      matches: ({ outcome }, chosen) => outcome === chosen,
    },
    ...timeFilters<Call>(({ called_at: at }) => at),
    numberTerm('status', ({ status }) => status),
  ],
  columns: [
    { header: 'Shortcode', width: '8rem', cell: ({ shortcode }) => <span class="mono">{shortcode}</span> },
    wideOnly({
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
    wideOnly({ header: 'Status', width: '5.5rem', cell: ({ status }) => status ?? '–' }),
    wideOnly(numberColumn('Attempt', '5rem', ({ attempt }) => attempt)),
    timeColumn('Called', ({ called_at: at }) => at),
  ],
  hrefOf: ({ id }) => urlOfRecord('content_call', id),
  empty: [
    'code',
    'No content calls yet',
    'Give the account a content endpoint, use its shortcode in an email, and send the email.',
  ],
});

/** The path and query of a URL in plain text: the endpoint's host is the same in every row. */
function withoutHost(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return url; // in the spelling of the account
  const { pathname, searchParams } = parsed;
  return [pathname, [...searchParams].map((pair) => pair.join('=')).join('&')].filter(Boolean).join('?');
}

const CallDetail = ({ id }: { readonly id: string }) => {
  const calls = useList({ ...CALLS, input: { ...ofAccount(), ...CALLS.input } });
  const call = calls.items.find((item) => item.id === id);
  const isMissing = !call && calls.hasMore;
  useEffect(() => {
    if (isMissing) calls.loadMore();
  }, [isMissing, calls.items.length, calls.loadMore]);
  if (!call && (calls.isLoading || calls.hasMore)) return <Loading />;
  return call ? <Content call={call} /> : <EmptyState icon="search" title="Call not found" />;
};

const Content = ({ call }: { readonly call: Call }) => (
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
