import { field as f } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { NotFoundError } from '../../domain/errors.ts';
import { matchingAmong, type RequestFilter, recordedAll } from '../../observe/request-log/find.ts';
import type { RequestEntry } from '../../observe/request-log/log.ts';
import type { Expectation } from '../../observe/request-log/match.ts';
import { assertSatisfiable } from '../../observe/request-log/misspelling.ts';
import { mapInTurns } from '../../shared/platform/timers.ts';
import type { OperationName } from '../../shared/values/operation-names.ts';
import { OPERATION_NAMES } from '../../shared/values/operation-names.ts';
import { findPendingRecords } from '../../store/queries/jobs.ts';
import { type Outcome, outcomes } from '../../store/tables/outcomes.ts';
import { expectRequest } from '../expect-request.ts';
import { type Input, operation } from '../operation.ts';
import type { Scope } from '../scope.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** An HTTP method, case-insensitive. */
const method = () =>
  z.string().check(
    z.refine((value) => (METHODS as readonly string[]).includes(value.toUpperCase()), {
      params: { code: 'format_error' },
    }),
  );

/** Members of a filter of the request line and the status. */
export const place = () => ({
  /** Only requests to this account. Default: all accounts. */
  accountId: f.optional(f.name()),
  /** For example `subscribers.upsert`. */
  operation: f.optional(f.oneOf(...OPERATION_NAMES)),
  /** Case-insensitive. */
  method: f.optional(method()),
  /** `*` matches within a path segment, `**` across segments, `{account_id}` one segment. */
  path: f.optional(f.name()),
  status: f.optional(f.integerBetween(100, 599)),
  /** Only requests with a higher sequence number. */
  after: f.optional(f.integerFrom(0)),
});

const filter = () => ({
  ...place(),
  /** A subset of the body, or of any record in it without the envelope. */
  body: f.optional(z.custom<Expectation>()),
  /** A subset of the query parameters. */
  query: f.optional(z.custom<Expectation>((value) => ['object', 'function'].includes(typeof value))),
});

const expectation = () => ({
  /** The exact number of requests; 0 for none. Default: at least one. */
  times: f.optional(f.integerFrom(0)),
  /** Real milliseconds to wait for requests from other processes. Default: 0. */
  within: f.optional(f.number()),
});

/** Options of `expectRequest`. */
export interface ExpectOptions extends Input<ReturnType<typeof expectation>> {}

/** A possible mistake in an accepted request, usually an unknown name. */
export interface RequestWarning {
  /** The sequence number of the request. */
  readonly seq: number;
  /** For example `POST /v2/9999999/subscribers`. */
  readonly request: string;
  /** For example `unknown member frist_name, did you mean first_name?`. */
  readonly warning: string;
}

/** The progress of a request accepted for background processing. */
export interface RequestStatus {
  readonly requestId: string;
  /** For example `subscribers.upsertBatch`. */
  readonly operation: OperationName;
  /** `waiting`: not processed yet. `failed`: this server could not process it. */
  readonly state: 'waiting' | 'done' | 'failed';
  /** The reason for the failure. */
  readonly failure?: string | undefined;
  /** The outcome of each record. */
  readonly records: readonly Outcome[];
}

/** The request log. */
const requests = {
  /** Finds matching requests, oldest first, among the newest 10,000 of each account. */
  find: operation({
    route: 'POST /_admin/requests/find',
    answers: '`requests`, as in `GET /_admin/requests`.',
    input: filter,
    bodySize: 'small',
    act: async (scope, choice) => recordedAll(await findEntries(scope, choice)),
    show: (found) => ({ requests: found }),
  }),
  /** Clears the log, of one account or of all. */
  clear: operation({
    route: 'DELETE /_admin/requests',
    status: 204,
    first: ['accountId'],
    act: async ({ runtime, own }, { accountId = own }) => runtime.requestLog.clear(accountId),
  }),
};

export const requestControls = {
  requests,
  /**
   * Returns the matching requests, or throws an `UnmetExpectation` that describes what was received: "3 requests
   * reached POST /v2/…/events; none had action 'Signed up'; closest: 'Signed Up'". Also throws if the server refused all
   * of them with 422, unless the filter has a `status`.
   */
  expectRequest: operation({
    name: 'requests.expect',
    route: 'POST /_admin/requests/expect',
    answers:
      '`requests`: the matching requests. Without a match, 422 `unmet_expectation` describes the closest one.',
    input: () => ({ filter: z.strictObject(filter()), ...expectation() }),
    wire: () => ({
      filter: z.strictObject(filter()),
      ...expectation(),
      /** Real milliseconds to wait for the request. */
      within: f.optional(f.integerBetween(0, 60_000)),
    }),
    hasAccount: false,
    bodySize: 'small',
    first: ['filter'],
    act: (scope, { filter, ...options }) => expectRequest(scope.runtime, scoped(scope, filter), options),
    show: (found) => ({ requests: found }),
  }),
  /**
   * Returns the progress of a background request. The id is the `request_id` of a v3 activity or the last path
   * segment of a v2 batch's `Location`. Undefined if unknown.
   */
  requestStatus: operation({
    name: 'requests.status',
    route: 'GET /_admin/request_status/{request_id}',
    answers: '`state` (`waiting`, `done` or `failed`) and the outcomes of its `records`.',
    // Unspecified: U-24
    async run({ tx, accountId }, { requestId }): Promise<RequestStatus | undefined> {
      const records = await outcomes.list(tx, accountId, { requestId });
      const pending = await findPendingRecords(tx, accountId, requestId);
      const operation = records[0]?.operation ?? pending?.operation;
      if (operation === undefined) return undefined;
      const failure = pending?.failure;
      const state = failure !== undefined ? 'failed' : pending ? 'waiting' : 'done';
      return { requestId, operation, state, ...(failure !== undefined && { failure }), records };
    },
    show(status, _, { requestId }) {
      if (!status) throw new NotFoundError('request', requestId);
      return status;
    },
  }),
  /**
   * Lists possible mistakes in accepted requests: unknown names, and for the page script failed messages and parts
   * that were skipped because they belong to another subscriber.
   */
  warnings: operation({
    name: 'requests.warnings',
    route: 'GET /_admin/warnings',
    answers:
      '`warnings`, each with `request` and `warning`, as in the header `x-trickle-warnings`. Pages do not receive the header.',
    input: filter,
    wire: place,
    async act(scope, filter): Promise<RequestWarning[]> {
      const found = await mapInTurns(await findEntries(scope, filter), ({ seq, method, path, warnings }) =>
        warnings.map((warning) => ({ seq, request: `${method} ${path}`, warning })),
      );
      return found.flat();
    },
    show: (warnings) => ({ warnings }),
  }),
};

const scoped = ({ own }: Scope, filter: RequestFilter): RequestFilter =>
  own === undefined ? filter : { ...filter, accountId: own };

/** Finds the entries of matching requests. Throws for a filter that no request can match. */
export async function findEntries(scope: Scope, filter: RequestFilter): Promise<RequestEntry[]> {
  const own = scoped(scope, filter);
  const matching = await matchingAmong(own, await scope.runtime.requestLog.entries(own.accountId));
  if (matching.length === 0) assertSatisfiable(own);
  return matching;
}
