import { numberTest } from '@trickle/design/number-test';
import { ConnectionDropped } from '../../api/http/inject-fault.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { matchesFilter, type RequestFilter } from '../../observe/request-log/find.ts';
import type { RecordedResponse, RequestEntry } from '../../observe/request-log/log.ts';
import { type RecordedRequest, recorded } from '../../observe/request-log/recorded-request.ts';
import { redactedHeaders } from '../../observe/request-log/redacted-headers.ts';
import { tryParseJson } from '../../shared/values/json.ts';
import type { Span } from '../../store/engine/filter.ts';
import type { Page, PageChoice } from '../../store/engine/page.ts';
import { listTokens } from '../../store/tables/accounts.ts';
import { containing, isIn } from '../fields.ts';
import { inAccount, type Scope } from '../scope.ts';
import { choiceOf, type Listed, type ListQuery, listed } from './pages.ts';
import { sdkCallOf } from './sdk-call.ts';

export interface RequestQuery extends Omit<RequestFilter, 'status'>, ListQuery, Span<number> {
  readonly status?: string | undefined;
  readonly duration?: string | undefined;
  readonly outcome?: keyof typeof OUTCOMES | undefined;
  readonly search?: string | undefined;
  readonly fields?: 'summary' | undefined;
}

export async function readRequests(
  scope: Scope,
  { limit, cursor, order, fields, ...filter }: RequestQuery,
): Promise<Listed<RecordedRequest>> {
  const query = { limit, cursor, order };
  const all = await scope.runtime.requestLog.entries(filter.accountId);
  const isSought = testOf(filter);
  const entries = all.filter(isSought);
  const { rows, nextCursor } = listed(query, pageOf(entries, choiceOf(query, 1)));
  const shown = rows.map((entry) => recorded(fields === 'summary' ? { ...entry, body: '' } : entry));
  return { rows: shown, ...(nextCursor !== undefined && { nextCursor }) };
}

/** Which requests had an outcome. One without a status was dropped. */
const OUTCOMES = {
  good: ({ status = Infinity }: RequestEntry) => status < 400,
  failed: ({ status = Infinity }: RequestEntry) => status >= 400,
  warned: ({ warnings }: RequestEntry) => warnings.length > 0,
  fault: ({ faultId }: RequestEntry) => faultId !== undefined,
};

function testOf({ search, since, until, outcome, status, duration, ...filter }: RequestQuery) {
  const contains = containing<RequestEntry>(search, ({ path, query, body }) => [path, query, body]);
  const isStatus = status && numberTest(status);
  const isDuration = duration && numberTest(duration);
  return (entry: RequestEntry): boolean =>
    matchesFilter(filter, entry) &&
    contains(entry) &&
    (outcome === undefined || OUTCOMES[outcome](entry)) &&
    (!isStatus || isStatus(entry.status ?? Number.NaN)) &&
    (!isDuration || isDuration(entry.milliseconds ?? Number.NaN)) &&
    isIn(entry.accountAt ?? entry.at, { since, until });
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

export async function readRequest(scope: Scope, accountId: string | undefined, id: string) {
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
}

function bodyOf(response: RecordedResponse | undefined) {
  const { body, isTruncated = false } = response ?? {};
  if (body === undefined || body === '') return { responseBody: null, responseTruncated: false };
  return { responseBody: isTruncated ? body : tryParseJson(body, body), responseTruncated: isTruncated };
}

export interface RequestToSend {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Sends a request to the REST API in-process, with the caller's key or a token of the account. It is recorded like any other. */
export async function sendRequest(scope: Scope, accountId: string | undefined, given: RequestToSend) {
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
}

interface Sender {
  readonly id: string;
  readonly token: string;
  readonly base: string;
}

function requestOf({ method, path, body, headers }: RequestToSend, { id, token, base }: Sender): Request {
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
