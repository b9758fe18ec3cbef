import type { Fault } from '../faults/fault.ts';
import { reservedHost } from '../reserved-host.ts';
import type { WebhookAnswer } from '../store/webhook-deliveries.ts';
import { deadline, pause } from '../world.ts';

/** How long a receiver has for its answer unless the server is told otherwise, in real milliseconds. */
export const WEBHOOK_TIMEOUT = 10_000;

/** How much is kept of an answer's body, in bytes; no more is read. */
const KEPT_BODY = 4096;
const KEPT_HEADERS = 30;

/** What is posted, and what is in the way of it on purpose. */
export interface WebhookPost {
  readonly url: string;
  /** JSON. */
  readonly body: string;
  readonly timeout: number;
  readonly fault?: Fault | undefined;
}

/** What came of it. */
export interface WebhookReply {
  readonly answer?: WebhookAnswer | undefined;
  readonly error?: string | undefined;
}

/** Posts a notification. Redirects are not followed. Never rejects. */
// Unspecified: U-22
// Unspecified: U-84
export async function postWebhook(post: WebhookPost, signal: AbortSignal): Promise<WebhookReply> {
  const { fault } = post;
  if (fault?.latency) await pause(fault.latency);
  if (fault?.drop === 'before') return { error: 'the connection was dropped' };
  if (fault?.status !== undefined) return { answer: { status: fault.status, headers: {}, body: '' } };
  for (let more = fault?.duplicate ?? 0; more > 0; more--) await postOnce(post, signal);
  const reply = await postOnce(post, signal);
  return fault?.drop === 'after' ? { error: 'the answer was lost' } : reply;
}

async function postOnce({ url, body, timeout }: WebhookPost, signal: AbortSignal): Promise<WebhookReply> {
  const reserved = reservedHost(url);
  if (reserved !== undefined) return { error: reserved };
  const limit = deadline(timeout);
  const { address, headers: own } = withoutCredentials(url);
  try {
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', 'user-agent': 'Trickle-Webhooks/2', ...own },
      body,
      signal: AbortSignal.any([limit, signal]),
    });
    const headers = Object.fromEntries([...response.headers].slice(0, KEPT_HEADERS));
    return { answer: { status: response.status, headers, body: await startOf(response) } };
  } catch (error) {
    if (limit.aborted) return { error: `no answer within ${timeout} ms` };
    return { error: reasonOf(error) };
  }
}

/** A URL may bring credentials, which `fetch` does not take from there. */
function withoutCredentials(url: string): { address: URL; headers: Record<string, string> } {
  const address = new URL(url);
  const { username, password } = address;
  if (username === '' && password === '') return { address, headers: {} };
  address.username = '';
  address.password = '';
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { address, headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } };
}

/** The first of an answer's body. The status has been told already, so a body that breaks off does no harm. */
async function startOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk);
      length += chunk.byteLength;
      if (length >= KEPT_BODY) break; // cancels the rest
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  return Buffer.concat(chunks).subarray(0, KEPT_BODY).toString('utf8');
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
