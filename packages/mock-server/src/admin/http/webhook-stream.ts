import { WEBHOOK_HEADERS } from '../../jobs/network/post-webhook.ts';
import type { WebhookPayloadRow } from '../../store/tables/webhook-payloads.ts';
import { type ListeningStart, listenToWebhooks } from '../listen.ts';
import type { Scope } from '../scope.ts';
import { eventStream } from './event-stream.ts';
import { readStreamQuery, WebhookStreamQuery } from './stream-query.ts';

/** Streams the webhook requests of an account as server-sent events, for a program that posts them elsewhere. */
export async function streamWebhooks({ runtime, firstId }: Scope, request: Request): Promise<Response> {
  const { account_id: accountId = firstId, after } = readStreamQuery(WebhookStreamQuery, request);
  await runtime.accounts.assertExists(accountId);
  const ending = new AbortController();
  const messages = listenToWebhooks(runtime, { accountId, after, signal: ending.signal });
  return eventStream(messages, (message) => messageOf(accountId, message), ending);
}

function messageOf(accountId: string, message: ListeningStart | WebhookPayloadRow): string {
  if ('isIncomplete' in message) {
    const { after, isIncomplete } = message;
    const data = { account_id: accountId, after, is_incomplete: isIncomplete };
    return `id: ${after}\nevent: listening\ndata: ${JSON.stringify(data)}\n\n`;
  }
  const { seq, event, subscriberId, body } = message;
  const data = { account_id: accountId, subscriber_id: subscriberId, headers: WEBHOOK_HEADERS, body };
  return `id: ${seq}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
