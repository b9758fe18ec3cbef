import type { IncomingMessage } from 'node:http';
import { CONTENT_REQUEST, contentOutcome } from '@trickle/sdk/contract';
import type { Services } from '../../domain/context/services.ts';
import type { ContentAnswer } from '../../domain/email/content.ts';
import { deadline, pause } from '../../shared/platform/timers.ts';
import { reasonOf } from '../../shared/values/errors.ts';
import { tryParseJson } from '../../shared/values/json.ts';
import { headerOf, type IsDenied, reservedHost, sendRequest } from './send-request.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const MAX_WAIT = { retry_later: 72 * HOUR, temporary: HOUR } as const;

/** The decision for an email: its content is complete, another attempt follows after `delay` ms, or it is given up. */
type ContentVerdict =
  | { readonly kind: 'content' }
  | { readonly kind: 'again'; readonly delay: number }
  | { readonly kind: 'given_up'; readonly why: string };

/** Decides by the responses of all endpoints. The waits between attempts double from one minute to one hour. */
// Unspecified: U-105
export function decideRetry(
  answers: readonly (ContentAnswer & { readonly shortcode: string })[],
  { attempt, waited }: { readonly attempt: number; readonly waited: number },
): ContentVerdict {
  const failed = answers.filter(({ outcome }) => outcome !== 'success');
  const permanent = failed.find(({ outcome }) => outcome === 'permanent' || outcome === 'unsupported');
  const worst = permanent ?? failed.find(({ outcome }) => outcome === 'temporary') ?? failed[0];
  if (!worst) return { kind: 'content' };
  const why = `the content '${worst.shortcode}' is not available (${worst.error})`;
  if (permanent) return { kind: 'given_up', why };
  const delay = Math.min(MINUTE * 2 ** (attempt - 1), HOUR);
  const maxWait = worst.outcome === 'retry_later' ? MAX_WAIT.retry_later : MAX_WAIT.temporary;
  return waited + delay <= maxWait ? { kind: 'again', delay } : { kind: 'given_up', why };
}

const { timeoutSeconds, maximumBytes, mediaType, method } = CONTENT_REQUEST;
const MAX_STORED_BODY = 2000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 20;

/** Fetches content, following redirects. The whole chain has three seconds. Never rejects. */
export async function fetchContent(
  url: string,
  { services, accountId, signal }: { services: Services; accountId: string; signal?: AbortSignal },
): Promise<ContentAnswer> {
  const limit = deadline(timeoutSeconds * 1000);
  const within = signal ? AbortSignal.any([limit, signal]) : limit;
  try {
    const fault = await services.faults.next('content', { account: accountId, path: new URL(url).pathname });
    if (fault?.latency) await pause(Math.min(fault.latency, timeoutSeconds * 1000), signal);
    limit.throwIfAborted();
    if (fault?.drop !== undefined) return { outcome: 'temporary', error: 'the connection was dropped' };
    if (fault?.status !== undefined)
      return failureOf(fault.status) ?? unsupported(`the response is not ${mediaType}`);
    const { response, finalUrl } = await follow(new URL(url), within, services.isDeniedTarget);
    const answer = await readContent(response);
    response.destroy();
    return finalUrl === undefined ? answer : { ...answer, finalUrl };
  } catch (error) {
    return {
      outcome: 'temporary',
      error: limit.aborted ? `no response within ${timeoutSeconds} s` : reasonOf(error),
    };
  }
}

/** Follows redirects. Returns the final response, and its URL if there was a redirect. */
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

/** Reads a response by the table "Response requirements". */
// Unspecified: U-105
async function readContent(response: IncomingMessage): Promise<ContentAnswer> {
  const { statusCode: status = 0 } = response;
  const failure = failureOf(status);
  if (failure) return failure;
  if (!isJson(headerOf(response, 'content-type')))
    return unsupported(`the response is not ${mediaType}`, status);
  const bytes = await readUpTo(response, maximumBytes);
  if (bytes === undefined) return unsupported(`the response is longer than ${maximumBytes} bytes`, status);
  const text = new TextDecoder().decode(bytes);
  const body = text.slice(0, MAX_STORED_BODY);
  const content = tryParseJson(text);
  if (typeof content !== 'object' || content === null) {
    return unsupported('the response is not a JSON object or array', status, body);
  }
  return { outcome: 'success', status, body, content };
}

function failureOf(status: number): ContentAnswer | undefined {
  const outcome = contentOutcome(status);
  if (outcome === 'success') return undefined;
  // Redirects with a location have been followed already.
  const kind = outcome === 'redirect' ? 'unsupported' : outcome;
  return { outcome: kind, status, error: `it answered ${status}` };
}

const unsupported = (error: string, status?: number, body?: string): ContentAnswer => ({
  outcome: 'unsupported',
  status,
  error,
  body,
});

const isJson = (type: string | undefined) => type?.split(';')[0]?.trim().toLowerCase() === mediaType;

/** Reads a body. Stops and returns undefined if it exceeds `maxBytes`. */
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
