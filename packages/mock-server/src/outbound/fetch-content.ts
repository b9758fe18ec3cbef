import type { IncomingMessage } from 'node:http';
import { CONTENT_REQUEST, contentOutcome } from '@trickle/sdk/contract';
import { deadline, pause } from '../platform/timers.ts';
import type { ContentCall } from '../store/content-calls.ts';
import { tryParseJson } from '../values/parse-json.ts';
import type { World } from '../world/world.ts';
import { reservedHost } from './reserved-host.ts';
import { headerOf, sendRequest } from './send-request.ts';
import type { IsDenied } from './targets.ts';

/** What came of a request for content. */
export interface ContentAnswer
  extends Pick<ContentCall, 'outcome' | 'status' | 'error' | 'body' | 'finalUrl'> {
  /** The object or array, when there is one. */
  readonly content?: object | undefined;
}

const { timeoutSeconds, maximumBytes, mediaType, method } = CONTENT_REQUEST;
const KEPT_BODY = 2000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 20;

/** Requests content. Redirects are followed; the whole chain has three seconds. Never rejects. */
export async function fetchContent(
  url: string,
  { world, accountId, signal }: { world: World; accountId: string; signal?: AbortSignal },
): Promise<ContentAnswer> {
  const limit = deadline(timeoutSeconds * 1000);
  const within = signal ? AbortSignal.any([limit, signal]) : limit;
  try {
    const fault = world.faults.next('content', { account: accountId, path: new URL(url).pathname });
    if (fault?.latency) await pause(Math.min(fault.latency, timeoutSeconds * 1000), signal);
    limit.throwIfAborted();
    if (fault?.drop !== undefined) return { outcome: 'temporary', error: 'the connection was dropped' };
    if (fault?.status !== undefined) return refusal(fault.status) ?? unfit(`its answer is not ${mediaType}`);
    const { response, finalUrl } = await follow(new URL(url), within, world.isDeniedTarget);
    const answer = await verdictOf(response);
    response.destroy();
    return finalUrl === undefined ? answer : { ...answer, finalUrl };
  } catch (error) {
    return {
      outcome: 'temporary',
      error: limit.aborted ? `no answer within ${timeoutSeconds} s` : reasonOf(error),
    };
  }
}

/** The first answer that is not a redirect to another address, and that address if there was one. */
async function follow(
  start: URL,
  signal: AbortSignal,
  isDenied: IsDenied,
): Promise<{ readonly response: IncomingMessage; readonly finalUrl: string | undefined }> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const reserved = reservedHost(url.href);
    if (reserved !== undefined) throw new Error(reserved);
    const headers = { accept: mediaType, 'user-agent': 'Trickle' };
    const response = await sendRequest(url, { method, headers, signal, isDenied });
    const location = REDIRECTS.has(response.statusCode ?? 0) ? headerOf(response, 'location') : undefined;
    if (location === undefined) return { response, finalUrl: url === start ? undefined : url.href };
    response.destroy();
    url = new URL(location, url);
    if (!/^https?:$/.test(url.protocol))
      throw new Error(`it redirects to ${url.protocol}, not to http or https`);
  }
  throw new Error(`it redirects more than ${MAX_REDIRECTS} times`);
}

/** What an answer is by the table "Response requirements". */
// Unspecified: U-105
async function verdictOf(response: IncomingMessage): Promise<ContentAnswer> {
  const { statusCode: status = 0 } = response;
  const refused = refusal(status);
  if (refused) return refused;
  if (!isJson(headerOf(response, 'content-type'))) return unfit(`its answer is not ${mediaType}`, status);
  const bytes = await readUpTo(response, maximumBytes);
  if (bytes === undefined) return unfit(`its answer is longer than ${maximumBytes} bytes`, status);
  const text = new TextDecoder().decode(bytes);
  const body = text.slice(0, KEPT_BODY);
  const content = tryParseJson(text);
  if (typeof content !== 'object' || content === null) {
    return unfit('its answer is no object or array', status, body);
  }
  return { outcome: 'success', status, body, content };
}

/** What a status says that is not a success. */
function refusal(status: number): ContentAnswer | undefined {
  const outcome = contentOutcome(status);
  if (outcome === 'success') return undefined;
  // A redirect is followed unless it leads nowhere.
  const kind = outcome === 'redirect' ? 'unsupported' : outcome;
  return { outcome: kind, status, error: `it answered ${status}` };
}

const unfit = (error: string, status?: number, body?: string): ContentAnswer => ({
  outcome: 'unsupported',
  status,
  error,
  body,
});

const isJson = (type: string | undefined) => type?.split(';')[0]?.trim().toLowerCase() === mediaType;

/** The body, unless it is longer than that; the rest is not read. */
async function readUpTo(response: IncomingMessage, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    // no encoding is set
    length += chunk.byteLength;
    if (length > maxBytes) return undefined; // ends the loop, which closes the connection
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
