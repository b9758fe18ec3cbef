import { field as f } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { millisecondsIn, numbers, page, span } from '../fields.ts';
import { operation } from '../operation.ts';
import { readRequest, readRequests, sendRequest } from '../queries/requests.ts';
import { findEntries, place } from './requests.ts';

export const requestQueries = {
  /** Lists received requests, oldest first. */
  list: operation({
    route: 'GET /_admin/requests',
    answers: '`requests`, each with `seq`, `method`, `path`, `operation`, `body`, `status` and `warnings`.',
    input: () => ({
      ...place(),
      ...page(),
      /** An HTTP status, or several: `4xx`, `>=400`, `400..409`. */
      status: f.optional(numbers()),
      /** Milliseconds, such as `>100`. */
      duration: f.optional(numbers()),
      /** `warned`: accepted with warnings. `fault`: a fault was injected. */
      outcome: f.optional(f.oneOf('good', 'failed', 'warned', 'fault')),
      /** A part of the path, query or body; case-insensitive. */
      search: f.optional(f.name()),
      /** `summary` leaves out the bodies. */
      fields: f.optional(f.oneOf('summary')),
      ...span(),
    }),
    async act(scope, { since, until, ...query }) {
      const { accountId = scope.own, operation, method, path, after } = query;
      const time = millisecondsIn({ since, until });
      const { rows, ...more } = await readRequests(scope, { ...query, accountId, ...time });
      if (rows.length === 0) await findEntries(scope, { accountId, operation, method, path, after }); // rejects a filter that no request can match
      return { requests: rows, ...more };
    },
  }),
  /** Gets a received request with its headers and response. */
  get: operation({
    route: 'GET /_admin/requests/{request_id}',
    answers:
      'The request with `request_headers` (without credentials), `response_headers`, `response_body`, `response_truncated`, and `sdk_call` if a call of the SDK sends the same request.',
    input: () => ({ requestId: f.name() }),
    act: (scope, { accountId, requestId }) => readRequest(scope, accountId, requestId),
  }),
  /** Sends a request to the REST API with a token of the account. */
  send: operation({
    route: 'POST /_admin/requests/send',
    answers: '`request_id`, `status`, `headers` and `body`. The request is recorded like any other.',
    input: () => ({
      method: f.oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'),
      /** Below `/v2` or `/v3`, with its query. */
      path: f.name(),
      /** JSON, or a string that is sent as it is. */
      body: f.optional(z.unknown()),
      headers: f.optional(z.record(z.string(), z.string())),
    }),
    act: (scope, { accountId, ...request }) => sendRequest(scope, accountId, request),
  }),
};
