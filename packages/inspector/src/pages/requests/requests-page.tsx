import { accounts } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import type { Item } from '../../api/responses.ts';
import { Website } from '../../app/website.tsx';
import { StatusBadge } from '../../design/badge/badge.tsx';
import { Shortened } from '../../design/code/code.tsx';
import { ConfirmButton } from '../../design/dialog/dialog.tsx';
import { Icon } from '../../design/icon/icon.tsx';
import { declareList } from '../../design/list/list.tsx';
import { numberTerm, TIME_FILTERS } from '../../design/list/term-filters.ts';
import { numberColumn, textColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { act } from '../../design/toast/toast.tsx';
import { comparing } from '../../records/comparing.tsx';
import { declarePage } from '../../records/noun-page.tsx';
import { Method, pathOf, RequestDetail } from './request-detail.tsx';

type RequestRow = Item<'GET /_admin/requests', 'requests'>;

const useRequest = (id: string) => useResource('GET /_admin/requests/{request_id}', { request_id: id }, []);

const REQUESTS = declareList('request', ['GET /_admin/requests', 'requests'], {
  topics: ['requests'],
  input: { order: 'newest', fields: 'summary' },
  filters: [
    { name: 'search', label: 'Search path, query or body' },
    {
      name: 'operation',
      label: 'Operation',
      all: 'All operations',
      options: (rows) => rows.flatMap(({ operation }) => operation ?? []),
    },
    {
      name: 'outcome',
      label: 'Outcome',
      all: 'All outcomes',
      options: [
        ['good', 'Successful'],
        ['failed', 'Failed'],
        ['warned', 'With warnings'],
        ['fault', 'With a fault'],
      ],
    },
    {
      name: 'scope',
      label: 'Scope',
      options: [
        ['all', 'All accounts'],
        ['own', 'This account'],
      ],
      // Requests without an account, as after a wrong token, are seen where there is only one.
      initial: () => (accounts.value?.length === 1 ? 'all' : 'own'),
      toInput: (scope) => (scope === 'all' ? { account_id: undefined } : {}),
    },
    ...TIME_FILTERS,
    numberTerm('status'),
    numberTerm('duration'),
    { name: 'method', label: 'Method', isTerm: true, takes: 'such as post' },
    { name: 'path', label: 'Path', isTerm: true, takes: 'a pattern such as /v2/*/tags or **/tags' },
  ],
  columns: [
    {
      header: 'Request',
      cell: (request) => (
        <span class="mono">
          <Method method={request.method} />{' '}
          <Shortened text={pathOf(request)} start={/^\/v\d\/[^/]+(?=\/)/} />
        </span>
      ),
    },
    { header: 'Status', width: '4.5rem', cell: ({ status }) => <StatusBadge status={status} /> },
    wideOnly(textColumn('Operation', ({ operation }) => operation, '13rem')),
    wideOnly({ header: 'Notes', width: '7.5rem', cell: (request) => <Notes request={request} /> }),
    wideOnly(
      numberColumn('Duration', '5.5rem', ({ milliseconds: time }) =>
        time === undefined ? '–' : `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`,
      ),
    ),
    timeColumn('Time', ({ at }) => at),
  ],
  compare: comparing({
    ...{ noun: 'request', useRecord: useRequest },
    nameOf: ({ method, path, at }) => ({ name: `${method} ${path}`, at }),
  }),
  empty: [
    'request',
    'No requests yet',
    () => (
      <p>
        Send one with the SDK or with curl, or open the <Website /> of the account. Requests appear here as
        they arrive.
      </p>
    ),
  ],
});

/** The live list of received requests, with the open one beside it. */
export const RequestsPage = declarePage('request', {
  lead: 'Every request as it arrives. Warnings say what was accepted although it may be a mistake.',
  list: REQUESTS,
  actions: () => (
    <ConfirmButton
      button={{ icon: 'trash', children: 'Clear' }}
      title="Clear the request log?"
      onConfirm={() => act('Request log cleared', 'DELETE /_admin/requests', {})}
    >
      All recorded requests of this account are deleted. Its data is kept.
    </ConfirmButton>
  ),
  record: {
    useRecord: useRequest,
    content: (request) => <RequestDetail request={request} />,
  },
});

const Notes = ({ request: { warnings, fault_id } }: { readonly request: RequestRow }) => (
  <span class="icon-text">
    {warnings.length > 0 && (
      <span class="icon-text tone warn" title={warnings.join('\n')}>
        <Icon name="alert" /> {warnings.length} <span class="hidden-visually">warnings</span>
      </span>
    )}
    {fault_id && (
      <span class="icon-text tone bad" title="A fault was injected">
        <Icon name="bolt" /> fault
      </span>
    )}
  </span>
);
