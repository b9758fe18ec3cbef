import { isObject, tryParseJson } from '../parse-json.ts';
import { announceStart, sandboxMessages } from '../sandbox/follow.ts';
import type { Context } from '../terminal/context.ts';

export interface Webhook {
  /** Its increasing id in the stream. */
  readonly id: string;
  readonly event: string;
  readonly subscriberId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly page: string;
}

export async function* webhookRequests(
  context: Context,
  since: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<Webhook, void, undefined> {
  const { terminal } = context;
  const advice =
    'Only the reference server streams webhooks. For other servers, use trickle tail --listen with a tunnel.';
  const stream = { kind: 'webhooks', since, signal, advice } as const;
  for await (const { id = '', event = '', data, source, pageOf } of sandboxMessages(context, stream)) {
    const parsed = tryParseJson(data);
    if (event === 'listening') {
      if (isObject(parsed) && parsed.is_incomplete === true) {
        terminal.complain('The server may not have recorded all webhooks since the last one.');
      }
      announceStart(terminal, 'Ready. Forwarding webhooks of', source);
    } else {
      const webhook = webhookOf(id, event, parsed);
      yield { ...webhook, page: pageOf(webhook.subscriberId) };
    }
  }
}

function webhookOf(id: string, event: string, data: unknown): Omit<Webhook, 'page'> {
  const { subscriber_id: subscriberId, headers, body } = isObject(data) ? data : {};
  if (typeof subscriberId !== 'string' || typeof body !== 'string' || !isObject(headers)) {
    throw new Error('The server sent an invalid webhook.');
  }
  const texts = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { id, event, subscriberId, headers: Object.fromEntries(texts), body };
}
