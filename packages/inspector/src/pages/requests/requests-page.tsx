import type { FaultInput } from '@trickle/mock-server/admin';
import { accountId, accounts } from '../../api/accounts.ts';
import { callApi, type InputOf, type Item, type ResponseOf } from '../../api/request.ts';
import { useServerResource } from '../../api/resource.ts';
import { Website } from '../../app/website.tsx';
import { StatusBadge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { Code, CopiedText, CopyButton, Headers, Json, Shortened } from '../../design/code/code.tsx';
import { ConfirmButton, DialogButton } from '../../design/dialog/dialog.tsx';
import { Icon } from '../../design/icon/icon.tsx';
import { IdLink, TraceLink, urlOfRecord } from '../../design/link/link.tsx';
import { column, declareList } from '../../design/list/list.tsx';
import { numberTerm, TIME_FILTERS } from '../../design/list/term-filters.ts';
import { DetailList, Note } from '../../design/page/page.tsx';
import { Tabs } from '../../design/tabs/tabs.tsx';
import { Time } from '../../design/time/time.tsx';
import { act, attempt } from '../../design/toast/toast.tsx';
import { RecordButton } from '../../editor/record-dialog.tsx';
import type { Draft } from '../../editor/schema.ts';
import { navigate, queryHere, urlOf } from '../../location/location.ts';
import { serverUrl } from '../../location/server-url.ts';
import { AddFault } from '../../records/buttons.tsx';
import { comparing } from '../../records/comparing.tsx';
import { declarePage } from '../../records/noun-page.tsx';

type RequestRow = Item<'GET /_admin/requests', 'requests'>;

const useRequest = (id: string) =>
  useServerResource('GET /_admin/requests/{request_id}', { request_id: id }, []);

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
    column.wide(column.text('Operation', ({ operation }) => operation, '13rem')),
    column.wide({ header: 'Notes', width: '7.5rem', cell: (request) => <Notes request={request} /> }),
    column.wide(
      column.number('Duration', '5.5rem', ({ milliseconds: time }) =>
        time === undefined ? '–' : `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`,
      ),
    ),
    column.time('Time', ({ at }) => at),
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

type RequestWithAnswer = ResponseOf<'GET /_admin/requests/{request_id}'>;

function pathOf({ path, query }: Pick<RequestWithAnswer, 'path' | 'query'>): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}

function asCurl(request: RequestWithAnswer, baseUrl: string, token: string): string {
  const { method, body } = request;
  const parts = [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    quoted(baseUrl + pathOf(request)),
    `-u ${quoted(`${token}:`)}`,
  ];
  if (body !== undefined) {
    parts.push("-H 'content-type: application/json'", `-d ${quoted(textOf(body))}`);
  }
  return parts.join(' \\\n  ');
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const Method = ({ method }: { readonly method: string }) => (
  <span class="method" style={{ color: `var(--${method.toLowerCase()}, var(--text-quiet))` }}>
    {method}
  </span>
);

interface RequestProps {
  readonly request: RequestWithAnswer;
}

const RequestDetail = ({ request }: RequestProps) => {
  const { method, path, status, warnings, problem } = request;
  return (
    <>
      <header class="row request-title">
        <h2 class="mono wrap">
          <Method method={method} /> {path}
        </h2>
        <StatusBadge status={status} />
      </header>
      <RequestActions request={request} />
      {problem && <Note tone="bad">{problem}</Note>}
      {warnings.length > 0 && (
        <Note tone="warn">
          <ul>
            {warnings.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Note>
      )}
      <Details request={request} />
      <RequestTabs request={request} />
    </>
  );
};

/** The existing account to which a request belongs. The links of emails name it in their path. */
function accountOf({ account_id: given, path }: RequestWithAnswer): string | undefined {
  const named = given || /^\/e\/([^/]+)\//.exec(path)?.[1];
  return accounts.value?.find(({ id }) => id === named)?.id;
}

const Details = ({ request }: RequestProps) => {
  const { at, milliseconds: time, fault_id: fault, request_headers: headers } = request;
  const repeated = headers?.[REPEATS];
  const account = accountOf(request);
  return (
    <DetailList
      details={[
        ['Time', <Time key="at" at={at} format="both" />],
        ['Operation', request.operation],
        ['Duration', time === undefined ? undefined : `${time.toFixed(1)} ms`],
        ['Account', request.account_id],
        ['Fault', fault && <a href={urlOf('/faults')}>{fault}</a>],
        [
          'Trace',
          account && <TraceLink key="trace" of={request.id} account={account} text="what followed" />,
        ],
        ['Repeats', repeated && <IdLink type="request" id={repeated} />],
        ['Id', <CopiedText key="id" text={request.id} />],
      ]}
    />
  );
};

const RequestActions = ({ request }: RequestProps) => {
  const token = accounts.value?.find(({ id }) => id === request.account_id)?.tokens[0] ?? 'YOUR_API_TOKEN';
  const { sdk_call: sdkCall } = request;
  return (
    <div class="actions">
      {/^\/v[23]\//.test(request.path) && (
        <>
          <Button icon="send" look="primary" onClick={() => sendAgain(request)}>
            Send again
          </Button>
          <RecordButton
            button={{ children: 'Edit and send' }}
            title={`Send ${request.method} ${request.path} again`}
            verb="Send"
            route={SEND}
            value={inputOf(request)}
            done="Sent again"
            onSave={(input) => repeat(request, input)}
          />
          <DialogButton
            icon="bolt"
            dialog={(onClose) => <AddFault fault={faultOf(request)} onClose={onClose} />}
          >
            Make it fail next time
          </DialogButton>
        </>
      )}
      <CopyButton label="Copy as curl" text={() => asCurl(request, serverUrl(''), token)} />
      {sdkCall && <CopyButton label="Copy as SDK call" text={sdkCall} />}
    </div>
  );
};

const faultOf = ({ operation, method, path }: RequestWithAnswer): FaultInput => ({
  on: 'request',
  ...(operation === undefined ? { method: method as 'GET', path } : { operation }), // it was one of the methods
  status: 503,
  times: 1,
});

const SEND = 'POST /_admin/requests/send';

const REPEATS = 'x-trickle-repeats';

const inputOf = (request: RequestWithAnswer) => ({
  method: request.method,
  path: pathOf(request),
  ...(request.body !== undefined && { body: request.body }),
});

async function repeat({ id, account_id }: RequestWithAnswer, input: Draft) {
  const headers = { ...(input.headers as object | undefined), [REPEATS]: id };
  const about = { account_id: account_id || accountId.value, headers };
  const sent = await callApi(SEND, { ...input, ...about } as unknown as InputOf<typeof SEND>); // the server checks it
  if (sent.request_id !== null) navigate(urlOfRecord('request', sent.request_id, queryHere()));
  return sent;
}

const sendAgain = (request: RequestWithAnswer) =>
  attempt('Sent again', () => repeat(request, inputOf(request)));

const RequestTabs = ({ request }: RequestProps) => {
  const { request_headers: sent = {}, response_headers: received = {}, sdk_call: sdkCall } = request;
  const headers = (
    <>
      <Headers label="Request headers" headers={sent} />
      <Headers label="Response headers" headers={received} />
    </>
  );
  const code = sdkCall && {
    id: 'code',
    title: 'SDK call',
    content: <Code label="TypeScript" text={sdkCall} />,
  };
  return (
    <Tabs
      label="Parts of the request"
      parameter="part"
      tabs={[
        { id: 'messages', title: 'Body and answer', content: <Messages request={request} /> },
        { id: 'headers', title: 'Headers', content: headers },
        ...(code ? [code] : []),
      ]}
    />
  );
};

const Messages = ({ request }: RequestProps) => {
  const { query, body, response_body: answer, response_truncated: isCut } = request;
  return (
    <>
      {Object.keys(query).length > 0 && <Json label="Query" value={query} />}
      {body !== undefined && <Json label="Body" value={body} />}
      {answer === undefined || answer === null || answer === '' ? (
        <p class="quiet">The answer has no body.</p>
      ) : (
        <Json label={isCut ? 'Answer (beginning)' : 'Answer'} value={answer} />
      )}
    </>
  );
};
