import type { FaultRules } from '../fault-injection/rules.ts';
import { stopwatch } from '../platform/timers.ts';
import type { RequestEntry, RequestLog } from '../request-log/log.ts';
import { type RecordedRequest, recorded } from '../request-log/recorded-request.ts';
import type { World } from '../world/world.ts';
import { type Address, addressOf } from './address.ts';
import { injectFault } from './inject-fault.ts';
import type { Peer } from './peer.ts';

/** Answers a request. */
export type Answer = (request: Request, peer?: Peer) => Promise<Response>;

/** What a request's handler can see beside the request; Hono carries it as its `env`. */
export interface RequestContext {
  readonly address: Address;
  readonly entry: RequestEntry;
  readonly peer: Peer | undefined;
}

export interface RecordingSettings {
  readonly world: World;
  readonly requestLog: RequestLog;
  readonly faultRules: FaultRules;
  /** Aborts when the server begins to close. */
  readonly closing: AbortSignal;
  /** Called with each request once it is answered. */
  readonly onRequest: ((request: AnsweredRequest) => void) | undefined;
  /** Told of faults of the server itself. */
  readonly report: (error: unknown) => void;
}

/** A request and how long its answer took. */
export interface AnsweredRequest extends RecordedRequest {
  /** Real milliseconds. */
  readonly milliseconds: number;
}

/** Whether a path is the server's own, which the service does not have: no other site may use it. */
export const isPrivate = (path: string): boolean => path.startsWith('/_');

/** Paths that are excluded from the request log: only this server has them. */
const isOwn = (path: string) =>
  isPrivate(path) || path === '/docs' || path === '/openapi.json' || path === '/demo';

/** Keeps account of every request to the service, and puts the faults in its way that are meant for it. */
export function recordRequest(
  work: (request: Request, requestContext: RequestContext) => Response | Promise<Response>,
  { world, requestLog, faultRules, closing, onRequest, report }: RecordingSettings,
): Answer {
  const tell = (request: AnsweredRequest) => {
    try {
      onRequest?.(request);
    } catch (error) {
      report(error); // the request is answered all the same
    }
  };
  return async (request, peer) => {
    const address = addressOf(request, peer?.origin);
    const { path, query } = address;
    const { method } = request;
    const entry = requestLog.open({ at: world.clock.now(), method, path, query });
    const requestContext = { address, entry, peer };
    const elapsed = onRequest && stopwatch();
    try {
      const response =
        faultRules.isEmpty || isOwn(path)
          ? await work(request, requestContext)
          : await injectFault(faultRules, { request, entry, peer, closing }, async () =>
              work(request, requestContext),
            );
      entry.status = response.status;
      return response;
    } finally {
      if (!isOwn(path)) requestLog.file(entry);
      if (elapsed) tell({ ...recorded(entry), milliseconds: elapsed() });
    }
  };
}
