import { accounts } from '../../api/accounts.ts';
import type { Item } from '../../api/responses.ts';
import type { PageInput } from '../../app/router.tsx';
import { Website } from '../../app/website.tsx';
import { StatusBadge } from '../../design/badge/badge.tsx';
import { ConfirmButton } from '../../design/dialog/dialog-button.tsx';
import { Icon } from '../../design/icon/icon.tsx';
import { urlOfRecord } from '../../design/id-link/id-link.tsx';
import { declareList, List } from '../../design/list/list.tsx';
import { numberTerm, timeFilters } from '../../design/list/term-filters.ts';
import { Split } from '../../design/split/split.tsx';
import { numberColumn, textColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { act } from '../../design/toast/toast.tsx';
import { queryHere } from '../../location/location.ts';
import { pathOf } from './as-code.ts';
import { RequestDetail } from './request-detail.tsx';

/** The live list of received requests, with the open one beside it. */
export const RequestsPage = ({ id }: PageInput) => (
  <Split
    title="Requests"
    lead="Every request as it arrives. Warnings say what was accepted although it may be a mistake."
    path="/requests"
    actions={
      <ConfirmButton
        button={{ icon: 'trash', children: 'Clear' }}
        title="Clear the request log?"
        onConfirm={() => act('Request log cleared', 'DELETE /_admin/requests', {})}
      >
        All recorded requests of this account are deleted. Its data is kept.
      </ConfirmButton>
    }
    detail={id && <RequestDetail key={id} id={id} />}
  >
    <List of={REQUESTS} openKey={id} />
  </Split>
);

/** Whether requests pass the filter by outcome. */
const OUTCOMES: Readonly<Record<string, (request: Outcome) => boolean>> = {
  good: ({ status }) => status !== undefined && status < 400,
  failed: ({ status }) => status === undefined || status >= 400,
  warned: ({ warnings }) => warnings.length > 0,
  fault: ({ fault_id }) => fault_id !== undefined,
};

interface Outcome {
  /** Undefined for a dropped connection. */
  readonly status?: number | undefined;
  readonly warnings: readonly string[];
  readonly fault_id?: string | undefined;
}

type RequestRow = Item<'GET /_admin/requests', 'requests'>;

const REQUESTS = declareList('GET /_admin/requests', 'requests', {
  noun: 'requests',
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
      matches: (request, outcome) => OUTCOMES[outcome]?.(request) ?? true,
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
    ...timeFilters<RequestRow>(),
    numberTerm('status', ({ status }) => status),
    numberTerm('duration', ({ milliseconds }) => milliseconds),
    { name: 'method', label: 'Method', isTerm: true, takes: 'such as post' },
    { name: 'path', label: 'Path', isTerm: true, takes: 'a pattern such as /v2/*/tags or **/tags' },
  ],
  columns: [
    {
      header: 'Request',
      cell: (request) => (
        <span class="mono">
          <span class={`method method-${request.method.toLowerCase()}`}>{request.method}</span>{' '}
          <ShortPath path={pathOf(request)} />
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
  hrefOf: ({ id }) => urlOfRecord('request', id, queryHere()),
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

const Notes = ({ request: { warnings, fault_id } }: { readonly request: Outcome }) => (
  <span class="icon-text">
    {warnings.length > 0 && (
      <span class="icon-text request-warning" title={warnings.join('\n')}>
        <Icon name="alert" /> {warnings.length} <span class="hidden-visually">warnings</span>
      </span>
    )}
    {fault_id && (
      <span class="icon-text request-fault" title="A fault was injected">
        <Icon name="bolt" /> fault
      </span>
    )}
  </span>
);

/** A path whose beginning, which is the same for all requests of the account, gives way where there is little room. */
const ShortPath = ({ path }: { readonly path: string }) => {
  const [start = ''] = /^\/v\d\/[^/]+(?=\/)/.exec(path) ?? [];
  return (
    <span title={path}>
      {start !== '' && <span class="wide-only quiet">{start}</span>}
      {path.slice(start.length)}
    </span>
  );
};
