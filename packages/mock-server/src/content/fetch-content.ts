import { CONTENT_REQUEST, contentOutcome } from '@trickle/sdk/contract';
import { jsonOf } from '../json-of.ts';
import { reservedHost } from '../reserved-host.ts';
import type { ContentCall } from '../store/content-calls.ts';
import { deadline, pause, type World } from '../world.ts';

/** What came of a request for content. */
export interface ContentAnswer
  extends Pick<ContentCall, 'outcome' | 'status' | 'error' | 'body' | 'finalUrl'> {
  /** The object or array, when there is one. */
  readonly content?: object | undefined;
}

const { timeoutSeconds, maximumBytes, mediaType, method } = CONTENT_REQUEST;
const KEPT_BODY = 2000;

/** Asks for content. Redirects are followed; the whole chain has three seconds. Never rejects. */
export async function fetchContent(
  url: string,
  { world, accountId, signal }: { world: World; accountId: string; signal?: AbortSignal },
): Promise<ContentAnswer> {
  const limit = deadline(timeoutSeconds * 1000);
  const fault = world.faults.next('content', { account: accountId, path: new URL(url).pathname });
  try {
    if (fault?.latency) await pause(Math.min(fault.latency, timeoutSeconds * 1000));
    limit.throwIfAborted();
    if (fault?.drop !== undefined) return { outcome: 'temporary', error: 'the connection was dropped' };
    if (fault?.status !== undefined) return verdictOf(new Response(null, { status: fault.status }));
    const reserved = reservedHost(url);
    if (reserved !== undefined) return { outcome: 'temporary', error: reserved };
    const response = await fetch(url, {
      method,
      redirect: 'follow',
      headers: { accept: mediaType, 'user-agent': 'Trickle' },
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    });
    const answer = await verdictOf(response);
    return response.redirected ? { ...answer, finalUrl: response.url } : answer;
  } catch (error) {
    return {
      outcome: 'temporary',
      error: limit.aborted ? `no answer within ${timeoutSeconds} s` : reasonOf(error),
    };
  }
}

/** What an answer is by the table "Response requirements". */
// Unspecified: U-105
async function verdictOf(response: Response): Promise<ContentAnswer> {
  const { status } = response;
  const outcome = contentOutcome(status);
  if (outcome !== 'success') {
    await response.body?.cancel();
    // A redirect is followed unless it leads nowhere.
    const kind = outcome === 'redirect' ? 'unsupported' : outcome;
    return { outcome: kind, status, error: `it answered ${status}` };
  }
  const unfit = (error: string, body?: string): ContentAnswer => ({
    outcome: 'unsupported',
    status,
    error,
    body,
  });
  if (!isJson(response.headers.get('content-type'))) {
    await response.body?.cancel();
    return unfit(`its answer is not ${mediaType}`);
  }
  const bytes = await readUpTo(response, maximumBytes);
  if (bytes === undefined) return unfit(`its answer is longer than ${maximumBytes} bytes`);
  const text = new TextDecoder().decode(bytes);
  const body = text.slice(0, KEPT_BODY);
  const content = jsonOf(text);
  if (typeof content !== 'object' || content === null) return unfit('its answer is no object or array', body);
  return { outcome: 'success', status, body, content };
}

const isJson = (type: string | null) => type?.split(';')[0]?.trim().toLowerCase() === mediaType;

/** The body, unless it is longer than that; what is beyond is not read. */
async function readUpTo({ body }: Response, most: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > most) return undefined; // ends the loop, which cancels the rest
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
