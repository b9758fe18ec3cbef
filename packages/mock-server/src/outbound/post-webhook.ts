import type { IncomingMessage } from 'node:http';
import type { Fault } from '../fault-injection/rule.ts';
import { deadline, pause } from '../platform/timers.ts';
import type { WebhookAnswer } from '../store/webhook-deliveries.ts';
import { reservedHost } from './reserved-host.ts';
import { sendRequest } from './send-request.ts';
import type { IsDenied } from './targets.ts';

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
  readonly isDenied?: IsDenied | undefined;
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
  if (fault?.latency) await pause(fault.latency, signal);
  if (fault?.drop === 'before') return { error: 'the connection was dropped' };
  if (fault?.status !== undefined) return { answer: { status: fault.status, headers: {}, body: '' } };
  for (let more = fault?.duplicate ?? 0; more > 0; more--) await postOnce(post, signal);
  const reply = await postOnce(post, signal);
  return fault?.drop === 'after' ? { error: 'the answer was lost' } : reply;
}

async function postOnce(
  { url, body, timeout, isDenied }: WebhookPost,
  signal: AbortSignal,
): Promise<WebhookReply> {
  const limit = deadline(timeout);
  try {
    const reserved = reservedHost(url);
    if (reserved !== undefined) return { error: reserved };
    const response = await sendRequest(new URL(url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Trickle-Webhooks/2' },
      body,
      signal: AbortSignal.any([limit, signal]),
      isDenied,
    });
    const { statusCode: status = 0 } = response;
    return { answer: { status, headers: headersOf(response), body: await startOf(response) } };
  } catch (error) {
    if (limit.aborted) return { error: `no answer within ${timeout} ms` };
    return { error: reasonOf(error) };
  }
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, KEPT_HEADERS)
      .map(([name, value]) => [name, [value].flat().join(', ')]),
  );

/** The start of an answer's body. The status is known already, so a body that breaks off does no harm. */
async function startOf(response: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      // no encoding is set
      chunks.push(chunk);
      length += chunk.byteLength;
      if (length >= KEPT_BODY) break; // closes the connection
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  return Buffer.concat(chunks).subarray(0, KEPT_BODY).toString('utf8');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
