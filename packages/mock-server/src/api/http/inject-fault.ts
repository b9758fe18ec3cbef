import { type ErrorEntry, LIMITS, RATE_LIMIT_HEADERS } from '@trickle/sdk/contract';
import type { Fault, FaultRules } from '../../faults/rule.ts';
import type { RequestEntry } from '../../observe/request-log/log.ts';
import { bodyOf } from '../../observe/request-log/recorded-request.ts';
import { pause } from '../../shared/platform/timers.ts';
import type { Peer } from './address.ts';
import {
  gatewayError,
  type HttpError,
  invalidAttributes,
  malformed,
  noResource,
  plainError,
  rateLimited,
  tooConcurrent,
  tooLong,
  unauthenticated,
  unauthorized,
} from './errors.ts';
import { respond, type TextResponse } from './reply.ts';
import { operationAt } from './router.ts';

/** A connection that closed without a response. In-process, `fetch` rejects with it. */
export class ConnectionDropped extends TypeError {
  constructor() {
    super('fetch failed', { cause: Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }) });
  }
}

/** Response header with the id of the injected fault. */
const FAULT_HEADER = 'x-trickle-fault';

interface FaultableRequest {
  readonly request: Request;
  readonly entry: RequestEntry;
  readonly peer: Peer | undefined;
  /** Aborts when the server begins to close. */
  readonly closing: AbortSignal;
}

/** Handles a request, applying the first matching fault. */
export async function injectFault(
  faults: FaultRules,
  { request, entry, peer, closing }: FaultableRequest,
  work: () => Promise<Response>,
): Promise<Response> {
  if (!faults.has('request')) return work();
  const { method, path } = entry;
  entry.body = await request.clone().text();
  entry.operation = operationAt(method, path)?.known.operation;
  const account = accountIn(path);
  const fault = await faults.next('request', {
    method,
    path,
    account,
    operation: entry.operation,
    body: bodyOf(entry),
  });
  // Unspecified: U-189
  if (path.startsWith('/oauth/')) entry.body = ''; // it has credentials
  if (!fault) return work();
  entry.faultId = fault.id;
  entry.accountId = account;
  // A client that disconnects does not cancel the request.
  if (fault.latency !== undefined) {
    await pause(fault.latency, AbortSignal.any([request.signal, closing]));
  }
  const response = await applyFault(fault, work, { entry, peer, signal: request.signal });
  const { status, statusText, body } = response;
  const headers = new Headers(response.headers);
  headers.set(FAULT_HEADER, fault.id);
  if (entry.response) entry.response = { ...entry.response, headers };
  return new Response(body, { status, statusText, headers });
}

/** Returns the account id in a path; empty without one. */
function accountIn(path: string): string {
  const [, id = ''] = /^\/(?:v\d|client)\/(?:accounts\/)?([^/]+)/.exec(path) ?? [];
  return id === 'user' || id === 'accounts' ? '' : id;
}

async function applyFault(
  fault: Fault,
  work: () => Promise<Response>,
  { entry, peer, signal }: Pick<FaultableRequest, 'entry' | 'peer'> & { readonly signal: AbortSignal },
): Promise<Response> {
  const { status, drop, truncate } = fault;
  const paceOf = (response: Response) =>
    fault.pace === undefined ? response : paced(response, fault.pace, signal);
  if (drop === 'before') throw new ConnectionDropped();
  if (fault.conflict) return tooConcurrent().response(entry);
  if (status !== undefined && !fault.done) return paceOf(respond(contentOf(fault, status), entry));
  const response = await work();
  if (drop === 'after') {
    await response.body?.cancel();
    entry.response = undefined;
    throw new ConnectionDropped();
  }
  if (status !== undefined) {
    await response.body?.cancel();
    return paceOf(respond(contentOf(fault, status), entry));
  }
  return paceOf(truncate === undefined ? response : await cutOff(response, truncate, peer));
}

/** The response of a fault: its own body, or that of the interface. */
function contentOf({ answer, headers = {}, errors }: Fault, status: number): TextResponse {
  if (BODILESS.includes(status)) return { status, headers, text: null };
  const example = exampleError(status, errors).content;
  const named = new Headers(example.headers);
  if (status === 429) for (const [name, value] of SPENT) named.set(name, value);
  for (const [name, value] of Object.entries(headers)) named.set(name, value);
  const isJson = answer !== undefined && typeof answer !== 'string';
  if (isJson && headers['content-type'] === undefined) named.set('content-type', 'application/json');
  const text = isJson ? JSON.stringify(answer) : (answer ?? example.text);
  return { status, headers: Object.fromEntries(named), text };
}

const BODILESS = [204, 205, 304];

/** Rate limit headers of an exhausted limit. */
const SPENT = [
  [RATE_LIMIT_HEADERS.limit, String(LIMITS.individualRequestsPerHour)],
  [RATE_LIMIT_HEADERS.remaining, '0'],
] as const;

/** The service's typical error for a status. */
// Unspecified: U-113
function exampleError(status: number, entries: readonly ErrorEntry[] = EXAMPLE_ISSUES): HttpError {
  switch (status) {
    case 400:
      return malformed('The body is not JSON.');
    case 401:
      return unauthenticated();
    case 403:
      return unauthorized('This token does not permit this request.');
    case 404:
      return noResource('This error is an injected fault.');
    case 413:
      return tooLong(5_000_000);
    case 422:
      return invalidAttributes(entries.map((entry) => ({ ...entry, message: entry.message ?? entry.code })));
    case 429:
      return rateLimited('3600 requests an hour', undefined);
    case 502:
    case 503:
    case 504:
      return gatewayError(status);
    default:
      return plainError(status);
  }
}

const EXAMPLE_ISSUES: readonly ErrorEntry[] = [
  { code: 'presence_error', attribute: 'email', message: 'email is required' },
];

/** Interval between chunks of a slow body, in real milliseconds. */
const STEP = 50;

/** Cuts a response body off after a part of it, as a broken connection does. */
async function cutOff(response: Response, share: number, peer: Peer | undefined): Promise<Response> {
  const body = new Uint8Array(await response.arrayBuffer());
  const start = body.subarray(0, Math.floor(body.byteLength * share));
  let isSent = start.byteLength === 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (isSent) {
      if (peer) peer.drop(start.byteLength);
      else controller.error(new TypeError('terminated', { cause: new Error('other side closed') }));
      return;
    }
    isSent = true;
    controller.enqueue(start);
  };
  // Asked for more only by somebody who has written what came before.
  const broken = new ReadableStream({ pull }, { highWaterMark: 0 });
  const headers = new Headers(response.headers);
  headers.set('content-length', String(body.byteLength));
  return new Response(broken, { status: response.status, headers });
}

/** Limits a response body to a number of bytes per second. */
function paced(response: Response, bytesPerSecond: number, signal: AbortSignal): Response {
  if (response.body === null) return response;
  const perStep = Math.max(1, Math.floor((bytesPerSecond * STEP) / 1000));
  const wait = Math.max(STEP, 1000 / bytesPerSecond);
  const slow = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        for (let at = 0; at < chunk.byteLength; at += perStep) {
          await pause(wait, signal);
          controller.enqueue(chunk.subarray(at, at + perStep));
        }
      },
    }),
  );
  return new Response(slow, { status: response.status, headers: response.headers });
}
