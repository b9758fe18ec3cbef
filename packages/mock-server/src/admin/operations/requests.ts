import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { NotFoundError } from '../../domain/lookup/errors.ts';
import { OPERATION_NAMES } from '../../values/operation-names.ts';
import { operation } from '../operation.ts';
import { withCamelNames } from '../wire-names.ts';
import { account } from './fields.ts';

const place = () => ({
  /** Requests to this account; to all when left out. */
  ...account(),
  /** As in `subscribers.upsert`. */
  operation: f.optional(f.oneOf(...OPERATION_NAMES)),
  /** Without regard to case. */
  method: f.optional(f.name()),
  /** `*` stands for anything within a part of the path, `**` for anything, `{account_id}` for one part. */
  path: f.optional(f.name()),
  status: f.optional(f.integer()),
  /** Only requests that came after the one with this number. */
  after: f.optional(f.integerFrom(0)),
});

const contents = () => ({
  /** What the body, or any record in it without its envelope, holds at least. */
  body: f.optional(z.unknown()),
  /** What the query holds at least. */
  query: f.optional(f.properties()),
});

const Place = schema(() => z.strictObject(place()));
const Filter = schema(() => z.strictObject({ ...place(), ...contents() }));
const Expected = schema(() =>
  z.strictObject({
    ...place(),
    ...contents(),
    /** Exactly so often; at least once when left out. */
    times: f.optional(f.integerFrom(0)),
    /** How many real milliseconds to wait for it. */
    within: f.optional(f.integerBetween(0, 60_000)),
  }),
);
const Choice = schema(() => z.strictObject(account()));
const OneRequest = schema(() => z.strictObject({ ...account(), request_id: f.name() }));

export const requests = [
  operation('requests.list', 'GET /_admin/requests', {
    summary: 'Lists the newest requests that reached the server, in the order in which they came',
    answers: '`requests`, each with `seq`, `method`, `path`, `operation`, `body`, `status` and `warnings`.',
    input: Place,
    run: (server, filter) => ({ requests: server.requests.find(withCamelNames(filter)) }),
  }),
  operation('requests.find', 'POST /_admin/requests/find', {
    summary: 'Finds requests by what their body or query holds',
    answers: '`requests`, as `GET /_admin/requests`.',
    input: Filter,
    run: (server, filter) => ({ requests: server.requests.find(withCamelNames(filter)) }),
  }),
  operation('requests.expect', 'POST /_admin/requests/expect', {
    summary: 'Says whether a request came; when it did not, 422 `unmet_expectation` says which came nearest',
    answers: '`requests`: those that were expected.',
    input: Expected,
    run: async (server, { times, within, ...filter }) => ({
      requests: await server.expectRequest(withCamelNames(filter), { times, within }),
    }),
  }),
  operation('requests.clear', 'DELETE /_admin/requests', {
    summary: 'Forgets the requests that came so far',
    answers: 'Nothing.',
    status: 204,
    input: Choice,
    run: (server, { account_id }) => server.requests.clear(account_id),
  }),
  operation('requests.warnings', 'GET /_admin/warnings', {
    summary: 'Lists what was let pass and may be a mistake, such as names that the interface does not know',
    answers:
      '`warnings`, each with `request` and `warning`, as `x-trickle-warnings` told them; pages are not told.',
    input: Place,
    run: (server, filter) => ({ warnings: server.warnings(withCamelNames(filter)) }),
  }),
  operation('requests.status', 'GET /_admin/request_status/{request_id}', {
    summary: 'Tells how far a request is that was accepted for the background',
    answers: '`state`, one of `waiting`, `done` and `failed`, and what became of its `records`.',
    input: OneRequest,
    async run(server, { account_id: accountId, request_id: requestId }) {
      const status = await server.requestStatus(requestId, { accountId });
      if (!status) throw new NotFoundError('request', requestId);
      return status;
    },
  }),
];
