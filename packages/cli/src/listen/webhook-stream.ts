import { baseOf } from '../connection/authorization.ts';
import { connectToAccount } from '../connection/connect.ts';
import { isObject, tryParseJson } from '../parse-json.ts';
import { messagesOf } from '../sandbox/follow.ts';
import { subscriberPage } from '../sandbox/inspector-page.ts';
import type { Context } from '../terminal/context.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A webhook request to make. */
export interface Webhook {
  /** Its id in the stream, which increases. */
  readonly id: string;
  readonly event: string;
  readonly subscriberId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The page of the subscriber in the inspector. */
  readonly page: string;
}

/** The webhook requests of the reference server, as events occur. */
export async function* webhookRequests(
  { globals, terminal }: Context,
  since: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<Webhook, void, undefined> {
  const { connection, accountId } = await connectToAccount(globals, terminal);
  const base = baseOf(connection);
  const advice =
    'Only the reference server streams webhooks. For other servers, use trickle tail --listen with a tunnel.';
  const stream = { connection, accountId, since, signal, kind: 'webhooks', advice } as const;
  for await (const { id = '', event = '', data } of messagesOf(stream, terminal)) {
    const parsed = tryParseJson(data);
    if (event !== 'listening') {
      const webhook = webhookOf(id, event, parsed);
      yield { ...webhook, page: subscriberPage(base, accountId, webhook.subscriberId) };
    } else if (isObject(parsed)) {
      noteStart(parsed, `Ready. Forwarding webhooks of account ${accountId} at ${base}.`, terminal);
    }
  }
}

function noteStart(start: Record<string, unknown>, ready: string, terminal: Terminal): void {
  if (start.is_incomplete === true) {
    terminal.complain('The server may not have recorded all webhooks since the last one.');
  }
  terminal.announce(`${ready} Press Ctrl-C to stop.`);
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
