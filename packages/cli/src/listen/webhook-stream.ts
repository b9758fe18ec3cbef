import type { Connection } from '../connection/connection.ts';
import { isObject, tryParseJson } from '../parse-json.ts';
import { authorizationOf, baseOf, PASSWORD_ADVICE } from '../sandbox/authorization.ts';
import { followStream, StreamRejected } from '../sandbox/event-stream.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A webhook request to make. */
export interface Webhook {
  /** Its id in the stream, which increases. */
  readonly id: string;
  readonly event: string;
  readonly subscriberId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What to follow. */
interface Following {
  readonly connection: Connection;
  readonly accountId: string;
  /** Only webhooks after this id. */
  readonly since: string | undefined;
  readonly signal: AbortSignal;
}

/** The webhook requests of the reference server, as events occur. After a lost connection it resumes where it was. */
export async function* webhookRequests(
  { connection, accountId, since, signal }: Following,
  terminal: Terminal,
): AsyncGenerator<Webhook, void, undefined> {
  const base = baseOf(connection);
  const messages = followStream({
    url: `${base}/_admin/webhooks/stream?account_id=${encodeURIComponent(accountId)}`,
    headers: { authorization: authorizationOf(connection, terminal.io.env) },
    ...{ fetch: terminal.io.fetch ?? fetch, lastEventId: since, signal },
    onLost: (reason, wait) => terminal.announce(`${reason} Reconnecting in ${Math.round(wait / 1000)} s.`),
  });
  try {
    for await (const { id = '', event = '', data } of messages) {
      const parsed = tryParseJson(data);
      if (event !== 'listening') yield webhookOf(id, event, parsed);
      else if (isObject(parsed))
        noteStart(parsed, `Ready. Forwarding webhooks of account ${accountId} at ${base}.`, terminal);
    }
  } catch (error) {
    if (!(error instanceof StreamRejected)) throw error;
    const advice =
      error.status === 401
        ? PASSWORD_ADVICE
        : 'Only the reference server streams webhooks. For other servers, use trickle tail --listen with a tunnel.';
    throw new UsageError(`${error.message} ${advice}`, { cause: error });
  }
}

function noteStart(start: Record<string, unknown>, ready: string, terminal: Terminal): void {
  if (start.is_incomplete === true) {
    terminal.complain('The server may not have recorded all webhooks since the last one.');
  }
  terminal.announce(`${ready} Press Ctrl-C to stop.`);
}

function webhookOf(id: string, event: string, data: unknown): Webhook {
  const { subscriber_id: subscriberId, headers, body } = isObject(data) ? data : {};
  if (typeof subscriberId !== 'string' || typeof body !== 'string' || !isObject(headers)) {
    throw new Error('The server sent an invalid webhook.');
  }
  const texts = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { id, event, subscriberId, headers: Object.fromEntries(texts), body };
}
