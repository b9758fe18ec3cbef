import type { Services } from '../../domain/context/services.ts';
import type { FaultRules } from '../../faults/rule.ts';
import type { Report } from '../../observe/log/log-entry.ts';
import { type RequestEntry, type RequestLog, redactedQuery } from '../../observe/request-log/log.ts';
import { type RecordedRequest, recorded } from '../../observe/request-log/recorded-request.ts';
import { stopwatch } from '../../shared/platform/timers.ts';
import { invalidEscape } from '../../shared/values/encoded-url.ts';
import { type Address, addressOf, isOwn, type Peer } from './address.ts';
import { errorResponse, malformed } from './errors.ts';
import { injectFault } from './inject-fault.ts';

export type RequestHandler = (request: Request, peer?: Peer) => Promise<Response>;

/** The context of a request; Hono passes it as `env`. */
export interface RequestContext {
  readonly address: Address;
  readonly entry: RequestEntry;
  readonly peer: Peer | undefined;
}

export interface RecordingSettings {
  readonly services: Services;
  /** Waits until this server knows what other servers of the database have changed. */
  readonly sync?: (() => Promise<void> | undefined) | undefined;
  readonly requestLog: RequestLog;
  readonly faultRules: FaultRules;
  /** Aborts when the server begins to close. */
  readonly closing: AbortSignal;
  readonly onRequest: ((request: AnsweredRequest) => void) | undefined;
  /** Called with the entry of each request, before `onRequest`. */
  readonly observe: ((entry: RequestEntry) => void) | undefined;
  readonly report: Report;
}

export interface AnsweredRequest extends RecordedRequest {
  /** Real milliseconds. */
  readonly milliseconds: number;
}

/** Wraps a request handler: records every request to the service in the request log and injects faults. */
export function recordRequest(
  work: (request: Request, requestContext: RequestContext) => Response | Promise<Response>,
  { services, sync, requestLog, faultRules, closing, onRequest, observe, report }: RecordingSettings,
): RequestHandler {
  const notify = (entry: RequestEntry, milliseconds: number) => {
    try {
      observe?.(entry);
      onRequest?.({ ...recorded(entry), milliseconds });
    } catch (error) {
      report(error, entry); // the request still succeeds
    }
  };
  const respond = (request: Request, requestContext: RequestContext) => {
    if (faultRules.isEmpty || isOwn(requestContext.address.path)) return work(request, requestContext);
    const { entry, peer } = requestContext;
    return injectFault(faultRules, { request, entry, peer, closing }, async () =>
      work(request, requestContext),
    );
  };
  return async (request, peer) => {
    const elapsed = stopwatch();
    const syncing = sync?.();
    const outage = syncing && (await errorOf(syncing));
    const address = addressOf(request, peer);
    const { path } = address;
    const query = redactedQuery(address.query);
    const { method } = request;
    const requestHeaders = peer?.rawHeaders ?? request.headers;
    const entry = requestLog.open({ at: services.clock.now(), method, path, query, requestHeaders });
    const requestContext = { address, entry, peer };
    try {
      const failure = outage ?? malformedIn(address);
      const response = failure
        ? errorResponse(failure.error, report, entry)
        : await respond(request, requestContext);
      entry.status = response.status;
      if (!entry.response || method === 'HEAD') {
        entry.response = { headers: response.headers, body: undefined, isTruncated: false };
      }
      return response;
    } finally {
      entry.milliseconds = Math.round(elapsed() * 1000) / 1000;
      const filing = isOwn(path) ? undefined : requestLog.file(entry);
      if (filing !== undefined) await filing;
      notify(entry, entry.milliseconds);
    }
  };
}

/** A host with its scheme and port. Other characters of a `Host` header would get into URLs and examples for shells. */
const ORIGIN = /^https?:\/\/(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i;

/** Why the URL of a request cannot be read; undefined if it can. */
// Unspecified: U-333
function malformedIn({ origin, path, query }: Address): { readonly error: unknown } | undefined {
  const invalid = invalidEscape(path) ?? invalidEscape(query);
  if (invalid !== undefined)
    return {
      error: malformed(`${invalid} in the URL is not UTF-8, or NUL. Percent-encode UTF-8, without NUL.`),
    };
  if (ORIGIN.test(origin)) return undefined;
  return { error: malformed('The Host header is not the name of a host.') };
}

/** Waits. Returns the error, if there was one. */
const errorOf = (work: Promise<void>): Promise<{ readonly error: unknown } | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
