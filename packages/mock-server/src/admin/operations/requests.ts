import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { NotFoundError } from '../../domain/errors.ts';
import { OPERATION_NAMES } from '../../shared/values/operation-names.ts';
import { operation } from '../operation.ts';
import { readRequest, readRequests, sendRequest } from '../queries/requests.ts';
import { withCamelNames } from '../wire.ts';
import { account, page } from './fields.ts';

const place = () => ({
  /** Only requests to this account. Default: all accounts. */
  ...account(),
  /** For example `subscribers.upsert`. */
  operation: f.optional(f.oneOf(...OPERATION_NAMES)),
  /** Case-insensitive. */
  method: f.optional(f.name()),
  /** `*` matches within a path segment, `**` across segments, `{account_id}` one segment. */
  path: f.optional(f.name()),
  status: f.optional(f.integer()),
  /** Only requests with a higher sequence number. */
  after: f.optional(f.integerFrom(0)),
});

const contents = () => ({
  /** A subset of the body, or of any record in it without the envelope. */
  body: f.optional(z.unknown()),
  /** A subset of the query parameters. */
  query: f.optional(f.properties()),
});

const Place = schema(() => z.strictObject(place()));
const List = schema(() =>
  z.strictObject({
    ...place(),
    ...page(),
    /** A part of the path, query or body; case-insensitive. */
    search: f.optional(f.name()),
    /** `summary` leaves out the bodies. */
    fields: f.optional(f.oneOf('summary')),
  }),
);
const Sent = schema(() =>
  z.strictObject({
    ...account(),
    method: f.oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'),
    /** Below `/v2` or `/v3`, with its query. */
    path: f.name(),
    /** JSON, or a text that is sent as it is. */
    body: f.optional(z.unknown()),
    headers: f.optional(z.record(z.string(), z.string())),
  }),
);
const Filter = schema(() => z.strictObject({ ...place(), ...contents() }));
const Expected = schema(() =>
  z.strictObject({
    ...place(),
    ...contents(),
    /** The exact number of requests. Default: at least one. */
    times: f.optional(f.integerFrom(0)),
    /** Real milliseconds to wait for the request. */
    within: f.optional(f.integerBetween(0, 60_000)),
  }),
);
const Choice = schema(() => z.strictObject(account()));
const OneRequest = schema(() => z.strictObject({ ...account(), request_id: f.name() }));

export const requests = [
  operation('requests.list', 'GET /_admin/requests', {
    summary: 'List received requests, oldest first',
    answers: '`requests`, each with `seq`, `method`, `path`, `operation`, `body`, `status` and `warnings`.',
    input: List,
    async run(server, { limit, cursor, order, search, fields, ...filter }, inspector) {
      const query = { ...withCamelNames(filter), limit, cursor, order, search, fields };
      const { rows, ...more } = await readRequests(inspector, query);
      // Rejects a filter that no request can match.
      if (rows.length === 0) await server.requests.find(withCamelNames(filter));
      return { requests: rows, ...more };
    },
  }),
  operation('requests.get', 'GET /_admin/requests/{request_id}', {
    summary: 'Get a received request with its headers and response',
    answers:
      'The request with `request_headers` (without credentials), `response_headers`, `response_body` and `response_truncated`.',
    input: OneRequest,
    run: (_, { account_id, request_id: id }, inspector) => readRequest(inspector, account_id, id),
  }),
  operation('requests.send', 'POST /_admin/requests/send', {
    summary: 'Send a request to the REST API with a token of the account',
    answers: '`request_id`, `status`, `headers` and `body`. The request is recorded like any other.',
    input: Sent,
    run: (_, { account_id, ...request }, inspector) => sendRequest(inspector, account_id, request),
  }),
  operation('requests.find', 'POST /_admin/requests/find', {
    summary: 'Find requests by body or query',
    answers: '`requests`, as in `GET /_admin/requests`.',
    input: Filter,
    run: async (server, filter) => ({ requests: await server.requests.find(withCamelNames(filter)) }),
  }),
  operation('requests.expect', 'POST /_admin/requests/expect', {
    summary: 'Assert that a request was received',
    answers:
      '`requests`: the matching requests. Without a match, 422 `unmet_expectation` describes the closest one.',
    input: Expected,
    run: async (server, { times, within, ...filter }) => ({
      requests: await server.expectRequest(withCamelNames(filter), { times, within }),
    }),
  }),
  operation('requests.clear', 'DELETE /_admin/requests', {
    summary: 'Clear the request log',
    answers: 'No content.',
    status: 204,
    input: Choice,
    run: (server, { account_id }) => server.requests.clear(account_id),
  }),
  operation('requests.warnings', 'GET /_admin/warnings', {
    summary: 'List warnings about accepted requests, such as unknown names',
    answers:
      '`warnings`, each with `request` and `warning`, as in the header `x-trickle-warnings`. Pages do not receive the header.',
    input: Place,
    run: async (server, filter) => ({ warnings: await server.warnings(withCamelNames(filter)) }),
  }),
  operation('requests.status', 'GET /_admin/request_status/{request_id}', {
    summary: 'Get the progress of a background request',
    answers: '`state` (`waiting`, `done` or `failed`) and the outcomes of its `records`.',
    input: OneRequest,
    async run(server, { account_id: accountId, request_id: requestId }) {
      const status = await server.requestStatus(requestId, { accountId });
      if (!status) throw new NotFoundError('request', requestId);
      return status;
    },
  }),
];
