import { isObject, tryParseJson } from '../parse-json.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { shortened, styled, type Text, visibleLine } from '../terminal/text.ts';
import type { PostResult } from './post.ts';
import type { Webhook } from './webhook-stream.ts';

/** Prints a forwarded webhook with the status and the time of the response. */
export async function printOutcome(
  terminal: Terminal,
  url: URL,
  { event, id, subscriberId, body }: Webhook,
  { status, error, milliseconds }: PostResult,
): Promise<void> {
  if (terminal.isJson) {
    const target = withoutPassword(url);
    await terminal.jsonLine({ event, id, subscriberId, url: target, status, error, milliseconds });
    return;
  }
  const parts: Text[] = [
    styled('dim', new Date().toTimeString().slice(0, 8)),
    status === null ? styled('red', 'failed') : styled(styleOf(status), `[${status}] `),
    line(event).padEnd(33),
    line(emailIn(body) ?? subscriberId),
    styled('dim', `${milliseconds} ms, #${line(id)}`),
    ...(error === null ? [] : [styled('red', line(error))]),
  ];
  await terminal.print([parts.flatMap((part, i) => (i === 0 ? [part] : ['  ', part])), '\n']);
}

function withoutPassword(url: URL): string {
  const printed = new URL(url);
  printed.password = '';
  return printed.href;
}

const styleOf = (status: number) => (status < 300 ? 'green' : status < 400 ? 'yellow' : 'red');

/** The email address of the subscriber of a webhook. */
function emailIn(body: string): string | undefined {
  const payload = tryParseJson(body);
  const data = isObject(payload) && isObject(payload.data) ? payload.data : {};
  const email = isObject(data.subscriber) ? data.subscriber.email : undefined;
  return typeof email === 'string' ? email : undefined;
}

const line = (text: string) => shortened(visibleLine(text), 200);
