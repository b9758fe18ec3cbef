import type { FaultInput } from '@trickle/mock-server/admin';
import { accountId, accounts } from '../../api/accounts.ts';
import { callApi } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import type { InputOf } from '../../api/responses.ts';
import { StatusBadge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { Code, Headers, Json } from '../../design/code/code.tsx';
import { CopyButton } from '../../design/copy-button/copy-button.tsx';
import { DetailList } from '../../design/detail-list/detail-list.tsx';
import { DialogButton } from '../../design/dialog/dialog-button.tsx';
import { Id, IdLink, TraceLink, urlOfRecord } from '../../design/id-link/id-link.tsx';
import { Note } from '../../design/note/note.tsx';
import { Loaded } from '../../design/states/states.tsx';
import { Tabs } from '../../design/tabs/tabs.tsx';
import { Time } from '../../design/time/time.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { RecordDialog } from '../../editor/record-dialog.tsx';
import type { Draft } from '../../editor/schema.ts';
import { navigate, queryHere, urlOf } from '../../location/location.ts';
import { serverUrl } from '../../location/server-url.ts';
import { AddFault } from '../../records/add-fault.tsx';
import { asCurl, pathOf, type RequestWithAnswer } from './as-code.ts';

/** One request with its body, answer, warnings and code. */
export const RequestDetail = ({ id }: { readonly id: string }) => {
  const request = useResource('GET /_admin/requests/{request_id}', { request_id: id }, []);
  return <Loaded of={request}>{(data) => <Content request={data} />}</Loaded>;
};

interface RequestProps {
  readonly request: RequestWithAnswer;
}

const Content = ({ request }: RequestProps) => {
  const { method, path, status, warnings, problem } = request;
  return (
    <>
      <header class="request-title">
        <h2 class="mono wrap">
          <span class={`method method-${method.toLowerCase()}`}>{method}</span> {path}
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

const Details = ({ request }: RequestProps) => {
  const { at, milliseconds: time, fault_id: fault, request_headers: headers } = request;
  const repeated = headers?.[REPEATS];
  return (
    <DetailList
      details={[
        ['Time', <Time key="at" at={at} format="both" />],
        ['Operation', request.operation],
        ['Duration', time === undefined ? undefined : `${time.toFixed(1)} ms`],
        ['Account', request.account_id],
        ['Fault', fault && <a href={urlOf('/faults')}>{fault}</a>],
        ['Trace', <TraceLink key="trace" of={request.id} text="what followed" />],
        ['Repeats', repeated && <IdLink type="request" id={repeated} />],
        ['Id', <Id key="id" id={request.id} />],
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
          <DialogButton dialog={(onClose) => <EditRequest request={request} onClose={onClose} />}>
            Edit and send
          </DialogButton>
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

/** A fault that fails the next request like this one. */
const faultOf = ({ operation, method, path }: RequestWithAnswer): FaultInput => ({
  on: 'request',
  ...(operation === undefined ? { method: method as 'GET', path } : { operation }), // it was one of the methods
  status: 503,
  times: 1,
});

const SEND = 'POST /_admin/requests/send';

/** Says in a request which one it repeats. */
const REPEATS = 'x-trickle-repeats';

const inputOf = (request: RequestWithAnswer) => ({
  method: request.method,
  path: pathOf(request),
  ...(request.body !== undefined && { body: request.body }),
});

/** Sends a request again, and opens the new one. */
async function repeat({ id, account_id }: RequestWithAnswer, input: Draft) {
  const headers = { ...(input.headers as object | undefined), [REPEATS]: id };
  const about = { account_id: account_id || accountId.value, headers };
  const sent = await callApi(SEND, { ...input, ...about } as unknown as InputOf<typeof SEND>); // the server checks it
  if (sent.request_id !== null) navigate(urlOfRecord('request', sent.request_id, queryHere()));
  return sent;
}

const sendAgain = (request: RequestWithAnswer) =>
  attempt('Sent again', () => repeat(request, inputOf(request)));

interface EditRequestProps extends RequestProps {
  readonly onClose: () => void;
}

/** Changes a request before it is sent again. */
const EditRequest = ({ request, onClose }: EditRequestProps) => (
  <RecordDialog
    title={`Send ${request.method} ${request.path} again`}
    verb="Send"
    route={SEND}
    value={inputOf(request)}
    done="Sent again"
    onClose={onClose}
    onSave={(input) => repeat(request, input)}
  />
);

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
