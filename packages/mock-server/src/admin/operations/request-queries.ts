import { numberTest } from '@trickle/design/number-test';
import { field as f } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { ConnectionDropped } from '../../api/http/inject-fault.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { matchesFilter } from '../../observe/request-log/find.ts';
import type { RecordedResponse, RequestEntry } from '../../observe/request-log/log.ts';
import { recorded } from '../../observe/request-log/recorded-request.ts';
import { redactedHeaders } from '../../observe/request-log/redacted-headers.ts';
import { tryParseJson } from '../../shared/values/json.ts';
import type { Page, PageChoice } from '../../store/engine/page.ts';
import { listTokens } from '../../store/tables/accounts.ts';
import { containing, isIn, millisecondsIn, numbers, page, span } from '../fields.ts';
import { type Input, operation } from '../operation.ts';
import { choiceOf, listed } from '../queries/pages.ts';
import { sdkCallOf } from '../queries/sdk-call.ts';
import { inAccount } from '../scope.ts';
import { findEntries, place } from './requests.ts';

/** Which requests had an outcome. One without a status was dropped. */
const OUTCOMES = {
  good: ({ status = Infinity }: RequestEntry) => status < 400,
  failed: ({ status = Infinity }: RequestEntry) => status >= 400,
  warned: ({ warnings }: RequestEntry) => warnings.length > 0,
  fault: ({ faultId }: RequestEntry) => faultId !== undefined,
};

const filters = () => ({
  ...place(),
  /** An HTTP status, or several: `4xx`, `>=400`, `400..409`. */
  status: f.optional(numbers()),
  /** Milliseconds, such as `>100`. */
  duration: f.optional(numbers()),
  /** `warned`: accepted with warnings. `fault`: a fault was injected. */
  outcome: f.optional(f.oneOf('good', 'failed', 'warned', 'fault')),
  /** A part of the path, query or body; case-insensitive. */
  search: f.optional(f.name()),
  ...span(),
});

const toSend = () => ({
  method: f.oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'),
  /** Below `/v2` or `/v3`, with its query. */
  path: f.name(),
  /** JSON, or a string that is sent as it is. */
  body: f.optional(z.unknown()),
  headers: f.optional(z.record(z.string(), z.string())),
});

/** The requests as the inspector shows them. */
export const requestQueries = {
  /** Lists received requests, oldest first. */
  list: operation({
    route: 'GET /_admin/requests',
    answers: '`requests`, each with `seq`, `method`, `path`, `operation`, `body`, `status` and `warnings`.',
    input: () => ({
      ...filters(),
      ...page(),
      /** `summary` leaves out the bodies. */
      fields: f.optional(f.oneOf('summary')),
    }),
    async act(scope, { limit, cursor, order, fields, ...query }) {
      const { accountId = scope.own, operation, method, path, after } = query;
      const isSought = testOf(query);
      const entries = (await scope.runtime.requestLog.entries(accountId)).filter(isSought);
      const choice = { limit, cursor, order };
      const { rows, ...more } = listed(choice, pageOf(entries, choiceOf(choice, 1)));
      if (rows.length === 0) await findEntries(scope, { accountId, operation, method, path, after }); // rejects a filter that no request can match
      const shown = rows.map((entry) => recorded(fields === 'summary' ? { ...entry, body: '' } : entry));
      return { requests: shown, ...more };
    },
  }),
  /** Gets a received request with its headers and response. */
  get: operation({
    route: 'GET /_admin/requests/{request_id}',
    answers:
      'The request with `request_headers` (without credentials), `response_headers`, `response_body`, `response_truncated`, and `sdk_call` if a call of the SDK sends the same request.',
    async act(scope, { accountId, requestId: id }) {
      const entry = await scope.runtime.requestLog.find(id, accountId);
      if (!entry) throw new NotFoundError('request', id);
      const { requestHeaders, response } = entry;
      const request = recorded(entry);
      return {
        ...request,
        sdkCall: sdkCallOf(request),
        requestHeaders: redactedHeaders(requestHeaders),
        responseHeaders: response ? redactedHeaders(response.headers) : {},
        ...bodyOf(response),
      };
    },
  }),
  /** Sends a request to the REST API with a token of the account. */
  send: operation({
    route: 'POST /_admin/requests/send',
    answers: '`request_id`, `status`, `headers` and `body`. The request is recorded like any other.',
    input: toSend,
    async act(scope, { accountId, ...given }) {
      const { runtime, answer, caller } = scope;
      const { id, token } = await inAccount(scope, accountId, true, async ({ tx, accountId }) => ({
        id: accountId,
        token: caller?.key ?? (await listTokens(tx, accountId))[0],
      }));
      if (token === undefined) throw new RangeError(`account '${id}' has no API token`);
      const request = requestOf(given, { id, token, base: runtime.allServices.shared.baseUrl() });
      let entry: RequestEntry | undefined;
      const unsubscribe = runtime.requestLog.subscribe((one) => {
        if (one.requestHeaders === request.headers) entry = one; // the log keeps the headers by reference
      });
      try {
        const response = await answer(request);
        const text = await response.text();
        return {
          requestId: entry?.id ?? null,
          status: response.status,
          headers: redactedHeaders(response.headers),
          body: text === '' ? null : tryParseJson(text, text),
        };
      } catch (error) {
        if (!(error instanceof ConnectionDropped)) throw error;
        return { requestId: entry?.id ?? null, status: null, headers: {}, body: null };
      } finally {
        unsubscribe();
      }
    },
  }),
};

function testOf({
  search,
  since,
  until,
  outcome,
  status,
  duration,
  ...filter
}: Input<ReturnType<typeof filters>>) {
  const time = millisecondsIn({ since, until });
  const contains = containing<RequestEntry>(search, ({ path, query, body }) => [path, query, body]);
  const isStatus = status && numberTest(status);
  const isDuration = duration && numberTest(duration);
  return (entry: RequestEntry): boolean =>
    matchesFilter(filter, entry) &&
    contains(entry) &&
    (outcome === undefined || OUTCOMES[outcome](entry)) &&
    (!isStatus || isStatus(entry.status ?? Number.NaN)) &&
    (!isDuration || isDuration(entry.milliseconds ?? Number.NaN)) &&
    isIn(entry.accountAt ?? entry.at, time);
}

function pageOf(
  entries: readonly RequestEntry[],
  { limit, after, isReversed = false }: PageChoice,
): Page<RequestEntry> {
  const ordered = isReversed ? entries.toReversed() : entries;
  const [last] = after ?? [];
  const isBeyond = ({ seq }: RequestEntry) => (isReversed ? seq < Number(last) : seq > Number(last));
  const rest = last === undefined ? [...ordered] : ordered.filter(isBeyond);
  const rows = limit === undefined ? rest : rest.slice(0, limit);
  const positions = rows.map(({ seq }) => [seq]);
  return { rows, positions, next: (rows.length < rest.length && positions.at(-1)) || null };
}

function bodyOf(response: RecordedResponse | undefined) {
  const { body, isTruncated = false } = response ?? {};
  if (body === undefined || body === '') return { responseBody: null, responseTruncated: false };
  return { responseBody: isTruncated ? body : tryParseJson(body, body), responseTruncated: isTruncated };
}

interface Sender {
  readonly id: string;
  readonly token: string;
  readonly base: string;
}

function requestOf(
  { method, path, body, headers }: Input<ReturnType<typeof toSend>>,
  { id, token, base }: Sender,
): Request {
  const origin = new URL(base).origin;
  const url = path.startsWith('/') ? URL.parse(path, origin) : null;
  if (url?.origin !== origin || !/^\/v[23]\//.test(url.pathname)) {
    throw new RangeError('path must begin with /v2/ or /v3/');
  }
  const [, , named = ''] = url.pathname.split('/');
  if (/^\d+$/.test(named) && named !== id) throw new RangeError(`path must name the account ${id}`);
  const isText = typeof body === 'string';
  try {
    return new Request(url, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
  } catch (error) {
    if (error instanceof TypeError) throw new RangeError(error.message, { cause: error });
    throw error;
  }
}
