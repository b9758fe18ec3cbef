import { disturb } from '../faults/disturb.ts';
import type { FaultBook } from '../faults/fault-book.ts';
import type { Note, RequestLedger } from '../requests/ledger.ts';
import { type RecordedRequest, recorded } from '../requests/recorded-request.ts';
import { stopwatch, type World } from '../world.ts';
import { type Address, addressOf } from './address.ts';

/** The other end of a connection. */
export interface Peer {
  /** Where the request came from; undefined where the connection is gone. */
  readonly address: string | undefined;
  /** Where the request was sent, as in `https://api.example`, where a trusted proxy says so. */
  readonly origin?: string | undefined;
  /** Breaks the connection, whatever was sent. */
  drop(): void;
}

/** Answers a request. */
export type Answer = (request: Request, peer?: Peer) => Promise<Response>;

/** What a request's handler can see beside the request; Hono carries it as its `env`. */
export interface Surroundings {
  readonly address: Address;
  readonly note: Note;
  readonly peer: Peer | undefined;
}

export interface AttendSettings {
  readonly world: World;
  readonly ledger: RequestLedger;
  readonly faults: FaultBook;
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
export function attend(
  work: (request: Request, surroundings: Surroundings) => Response | Promise<Response>,
  { world, ledger, faults, closing, onRequest, report }: AttendSettings,
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
    const note = ledger.open({ at: world.clock.now(), method, path, query });
    const surroundings = { address, note, peer };
    const elapsed = onRequest && stopwatch();
    try {
      const response =
        faults.isEmpty || isOwn(path)
          ? await work(request, surroundings)
          : await disturb(faults, { request, note, peer, closing }, async () => work(request, surroundings));
      note.status = response.status;
      return response;
    } finally {
      if (!isOwn(path)) ledger.file(note);
      if (elapsed) tell({ ...recorded(note), milliseconds: elapsed() });
    }
  };
}
