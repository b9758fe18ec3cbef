import type { Tone } from '@trickle/design/tones';
import { useEffect } from 'preact/hooks';
import { accountId } from '../../api/accounts.ts';
import { type List, useList } from '../../api/list.ts';
import type { Item } from '../../api/responses.ts';
import type { PageInput } from '../../app/router.tsx';
import { Badge, StatusBadge } from '../../design/badge/badge.tsx';
import { Code } from '../../design/code/code.tsx';
import { type Detail, DetailList } from '../../design/detail-list/detail-list.tsx';
import { IdLink } from '../../design/id-link/id-link.tsx';
import { ListView } from '../../design/list-view/list-view.tsx';
import { Note } from '../../design/note/note.tsx';
import { Page } from '../../design/page/page.tsx';
import { SafeLink } from '../../design/safe-link/safe-link.tsx';
import { Split } from '../../design/split/split.tsx';
import { EmptyState, Loading } from '../../design/states/states.tsx';
import { numberColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import type { Column } from '../../design/table/table.tsx';
import { Time } from '../../design/time/time.tsx';
import { urlOf } from '../../location/location.ts';

type ContentCall = Item<'GET /_admin/content_calls', 'content_calls'>;

/** Every request for dynamic content, with the open one beside the list. */
export const ContentCallsPage = ({ id: callId }: PageInput) => {
  const calls = useList({
    route: 'GET /_admin/content_calls',
    input: { account_id: accountId.value, order: 'newest' },
    member: 'content_calls',
    topics: ['content_calls'],
    keyOf: ({ id }) => id,
  });
  return (
    <Split
      listName="Content calls"
      listUrl={urlOf('/content-calls')}
      list={
        <Page title="Content calls" lead="Requests to your endpoints for the dynamic content of emails.">
          <ListView
            list={calls}
            noun="calls"
            columns={COLUMNS}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => urlOf(`/content-calls/${encodeURIComponent(id)}`)}
            openKey={callId}
            empty={
              <EmptyState icon="code" title="No content calls yet">
                <p>Give the account a content endpoint, use its shortcode in an email, and send the email.</p>
              </EmptyState>
            }
          />
        </Page>
      }
      detail={callId === undefined ? undefined : <CallDetail id={callId} calls={calls} />}
    />
  );
};

/** The path and query of a URL in plain text: the endpoint's host is the same in every row. */
function withoutHost(url: string): string {
  try {
    const { pathname, searchParams } = new URL(url);
    return [pathname, [...searchParams].map((pair) => pair.join('=')).join('&')].filter(Boolean).join('?');
  } catch (error) {
    if (error instanceof TypeError) return url; // in the spelling of the account
    throw error;
  }
}

const toneOf = (outcome: string): Tone => (outcome === 'success' ? 'good' : 'bad');

const COLUMNS: readonly Column<ContentCall>[] = [
  { header: 'Shortcode', width: '8rem', cell: ({ shortcode }) => <span class="mono">{shortcode}</span> },
  wideOnly({ header: 'URL', look: 'quiet', cell: ({ url }) => <span title={url}>{withoutHost(url)}</span> }),
  {
    header: 'Outcome',
    width: '8rem',
    cell: ({ outcome }) => <Badge tone={toneOf(outcome)}>{outcome.replaceAll('_', ' ')}</Badge>,
  },
  wideOnly({ header: 'Status', width: '5.5rem', cell: ({ status }) => status ?? '–' }),
  wideOnly(numberColumn('Attempt', '5rem', ({ attempt }) => attempt)),
  timeColumn('Called', ({ called_at }) => called_at),
];

const CallDetail = ({ id, calls }: { readonly id: string; readonly calls: List<ContentCall> }) => {
  const call = calls.items.find((item) => item.id === id);
  const isMissing = !call && calls.hasMore;
  useEffect(() => {
    if (isMissing) calls.loadMore();
  }, [isMissing, calls.items.length, calls.loadMore]);
  if (!call && (calls.isLoading || calls.hasMore)) return <Loading />;
  return call ? <Content call={call} /> : <EmptyState icon="search" title="Call not found" />;
};

const Content = ({ call }: { readonly call: ContentCall }) => (
  <>
    <h2 class="mono wrap">{call.shortcode}</h2>
    {call.outcome !== 'success' && <Note tone="bad">{call.error ?? call.outcome.replaceAll('_', ' ')}</Note>}
    {call.withheld.length > 0 && (
      <Note tone="warn">Fields without permission were not sent: {call.withheld.join(', ')}</Note>
    )}
    <DetailList details={detailsOf(call)} />
    {call.body !== undefined && <Code label="Answer" text={call.body} />}
  </>
);

const detailsOf = (call: ContentCall): readonly Detail[] => [
  ['URL', <SafeLink key="url" url={call.url} />],
  ['Status', call.status === undefined ? 'no answer' : <StatusBadge key="status" status={call.status} />],
  ['Attempt', call.attempt],
  ['Subscriber', <IdLink key="subscriber" type="subscriber" id={call.subscriber_id} />],
  ['Email', call.email_id],
  ['Preview', call.is_preview ? 'yes' : undefined],
  ['Called', <Time key="called" at={call.called_at} format="both" />],
];
