import type { IncomingMessage } from 'node:http';
import type { Fault } from '../../faults/rule.ts';
import { deadline, pause } from '../../shared/platform/timers.ts';
import { reasonOf } from '../../shared/values/errors.ts';
import type { WebhookAnswer } from '../../store/tables/webhook-deliveries.ts';
import { type IsDenied, reservedHost, sendRequest } from './send-request.ts';

/** Real milliseconds. */
export const WEBHOOK_TIMEOUT = 10_000;

/** The headers of each request, besides those of HTTP itself. */
export const WEBHOOK_HEADERS = { 'content-type': 'application/json', 'user-agent': 'Trickle-Webhooks/2' };

/** The part of a response body that is read and stored, in bytes. */
const MAX_STORED_BODY = 4096;
const MAX_STORED_HEADERS = 30;

export interface WebhookPost {
  readonly url: string;
  /** JSON. */
  readonly body: string;
  readonly timeout: number;
  readonly isDenied?: IsDenied | undefined;
  readonly fault?: Fault | undefined;
}

export interface WebhookReply {
  readonly answer?: WebhookAnswer | undefined;
  readonly error?: string | undefined;
}

/** Posts to a webhook. Does not follow redirects. Never rejects. */
// Unspecified: U-22
// Unspecified: U-84
export async function postWebhook(post: WebhookPost, signal: AbortSignal): Promise<WebhookReply> {
  const { fault } = post;
  if (fault?.latency) await pause(fault.latency, signal);
  if (fault?.drop === 'before') return { error: 'the connection was dropped' };
  if (fault?.status !== undefined) return { answer: { status: fault.status, headers: {}, body: '' } };
  for (let copies = fault?.duplicate ?? 0; copies > 0; copies--) await postOnce(post, signal);
  const reply = await postOnce(post, signal);
  return fault?.drop === 'after' ? { error: 'the response was lost' } : reply;
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
      headers: WEBHOOK_HEADERS,
      body,
      signal: AbortSignal.any([limit, signal]),
      isDenied,
    });
    const { statusCode: status = 0 } = response;
    return { answer: { status, headers: headersOf(response), body: await startOf(response) } };
  } catch (error) {
    if (limit.aborted) return { error: `no response within ${timeout} ms` };
    return { error: reasonOf(error) };
  }
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, MAX_STORED_HEADERS)
      .map(([name, value]) => [name, [value].flat().join(', ')]),
  );

/** Reads the start of a response body. Ignores errors, since the status is known already. */
async function startOf(response: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      // no encoding is set
      chunks.push(chunk);
      length += chunk.byteLength;
      if (length >= MAX_STORED_BODY) break; // closes the connection
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  return Buffer.concat(chunks).subarray(0, MAX_STORED_BODY).toString('utf8');
}
