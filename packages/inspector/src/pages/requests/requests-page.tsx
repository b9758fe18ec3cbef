import { accountId, accounts } from '../../api/accounts.ts';
import { type List, useList } from '../../api/list.ts';
import { callApi } from '../../api/request.ts';
import type { PageInput } from '../../app/router.tsx';
import { Website } from '../../app/website.tsx';
import { StatusBadge } from '../../design/badge/badge.tsx';
import { ConfirmButton } from '../../design/dialog/dialog-button.tsx';
import { type Option, SearchField, Select } from '../../design/field/field.tsx';
import { Icon } from '../../design/icon/icon.tsx';
import { ListView } from '../../design/list-view/list-view.tsx';
import { Page, Toolbar } from '../../design/page/page.tsx';
import { Split } from '../../design/split/split.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { numberColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import type { Column } from '../../design/table/table.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { bindQuery, query, setQuery, urlOf } from '../../location/location.ts';
import { pathOf, type RecordedRequest } from './recorded-request.ts';
import { RequestDetail } from './request-detail.tsx';

/** The live list of received requests, with the open one beside it. */
export const RequestsPage = ({ id: requestId }: PageInput) => {
  const list = useList({
    route: 'GET /_admin/requests',
    input: {
      account_id: isOfAllAccounts() ? undefined : accountId.value,
      search: query.value.get('search') ?? undefined,
      operation: (query.value.get('operation') ?? undefined) as RecordedRequest['operation'], // the server rejects others
      order: 'newest',
      fields: 'summary',
    },
    member: 'requests',
    topics: ['requests'],
    keyOf: ({ id }) => id,
  });
  return (
    <Split
      listName="Requests"
      listUrl={urlOf('/requests', Object.fromEntries(query.value))}
      list={
        <Page
          title="Requests"
          lead="Every request as it arrives. Warnings say what was accepted although it may be a mistake."
          actions={<ClearRequests />}
        >
          <Filters list={list} />
          <RequestTable list={list} openId={requestId} />
        </Page>
      }
      detail={requestId === undefined ? undefined : <RequestDetail key={requestId} id={requestId} />}
    />
  );
};

const ClearRequests = () => (
  <ConfirmButton
    button={{ icon: 'trash', children: 'Clear' }}
    title="Clear the request log?"
    verb="Clear"
    isDangerous
    onConfirm={() =>
      attempt(
        'Request log cleared',
        () => callApi('DELETE /_admin/requests', { account_id: accountId.value }),
        ['requests'],
      )
    }
  >
    <p>All recorded requests of this account are deleted. Its data is kept.</p>
  </ConfirmButton>
);

/** Whether requests of all accounts are listed, and those without one, as after a wrong token. */
const isOfAllAccounts = (): boolean =>
  (query.value.get('scope') ?? (accounts.value?.length === 1 ? 'all' : 'own')) === 'all';

/** The choices of the filter by outcome. */
const OUTCOMES: readonly Option<string>[] = [
  ['', 'All outcomes'],
  ['good', 'Successful'],
  ['failed', 'Failed'],
  ['warned', 'With warnings'],
  ['fault', 'With a fault'],
];

const TESTS: Readonly<Record<string, (request: RecordedRequest) => boolean>> = {
  good: ({ status }) => status !== undefined && status < 400,
  failed: ({ status }) => status === undefined || status >= 400,
  warned: ({ warnings }) => warnings.length > 0,
  fault: ({ fault_id }) => fault_id !== undefined,
};

/** Whether a request passes the filter by outcome; an empty or unknown one lets all pass. */
const hasOutcome = (request: RecordedRequest, outcome: string): boolean =>
  !Object.hasOwn(TESTS, outcome) || TESTS[outcome]?.(request) === true;

const Filters = ({ list: { items } }: { readonly list: List<RecordedRequest> }) => {
  const operations = new Set(items.flatMap(({ operation }) => operation ?? []));
  const operation = query.value.get('operation') ?? '';
  return (
    <Toolbar>
      <SearchField label="Search path, query or body" {...bindQuery('search')} />
      <Select
        label="Operation"
        isLabelHidden
        {...bindQuery('operation')}
        options={[['', 'All operations'], ...[...new Set([...operations, operation])].filter(Boolean).sort()]}
      />
      <Select label="Outcome" isLabelHidden {...bindQuery('outcome')} options={OUTCOMES} />
      <Select
        label="Scope"
        isLabelHidden
        value={isOfAllAccounts() ? 'all' : 'own'}
        options={[
          ['all', 'All accounts'],
          ['own', 'This account'],
        ]}
        onInput={(value) => setQuery({ scope: value })}
      />
    </Toolbar>
  );
};

interface RequestTableProps {
  readonly list: List<RecordedRequest>;
  readonly openId: string | undefined;
}

const RequestTable = ({ list, openId }: RequestTableProps) => {
  const { search, operation, outcome = '' } = Object.fromEntries(query.value);
  return (
    <ListView
      list={list}
      noun="requests"
      columns={COLUMNS}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => urlOf(`/requests/${encodeURIComponent(id)}`, Object.fromEntries(query.value))}
      openKey={openId}
      matches={(request) => hasOutcome(request, outcome)}
      unfilteredUrl={search || operation || outcome ? urlOf('/requests') : undefined}
      empty={<NoRequests />}
    />
  );
};

const COLUMNS: readonly Column<RecordedRequest>[] = [
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
  wideOnly({ header: 'Operation', width: '13rem', look: 'quiet', cell: ({ operation }) => operation ?? '–' }),
  wideOnly({
    header: 'Notes',
    width: '7.5rem',
    cell: ({ warnings, fault_id }) => (
      <span class="request-notes">
        {warnings.length > 0 && (
          <span class="request-warning" title={warnings.join('\n')}>
            <Icon name="alert" /> {warnings.length} <span class="hidden-visually">warnings</span>
          </span>
        )}
        {fault_id && (
          <span class="request-fault" title="A fault was injected">
            <Icon name="bolt" /> fault
          </span>
        )}
      </span>
    ),
  }),
  wideOnly(
    numberColumn('Duration', '5.5rem', ({ milliseconds }) =>
      milliseconds === undefined ? '–' : `${roundedDuration(milliseconds)} ms`,
    ),
  ),
  timeColumn('Time', ({ at }) => at),
];

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

const roundedDuration = (milliseconds: number): string =>
  milliseconds < 10 ? milliseconds.toFixed(1) : String(Math.round(milliseconds));

const NoRequests = () => (
  <EmptyState icon="request" title="No requests yet">
    <p>
      Send one with the SDK or with curl, or open the <Website /> of the account. Requests appear here as they
      arrive.
    </p>
  </EmptyState>
);
