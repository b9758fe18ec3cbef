import {
  columns,
  durationText,
  pageText,
  shortened,
  statusText,
  styled,
  type Text,
  toned,
  visibleLine,
} from '@trickle/design/terminal';
import { isObject, tryParseJson } from '../parse-json.ts';
import { eventText } from '../sandbox/event-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { PostResult } from './post.ts';
import type { Webhook } from './webhook-stream.ts';

/** Prints a forwarded webhook with the status and the time of the response. */
export async function printOutcome(
  terminal: Terminal,
  url: URL,
  { event, id, subscriberId, body, page }: Webhook,
  { status, error, milliseconds }: PostResult,
): Promise<void> {
  if (terminal.isJson) {
    const target = withoutPassword(url);
    await terminal.jsonLine({ event, id, subscriberId, url: target, status, error, milliseconds });
    return;
  }
  const parts: Text[] = [
    styled('dim', new Date().toTimeString().slice(0, 8)),
    statusText(status ?? undefined, 'failed'),
    durationText(milliseconds),
    eventText(event),
    line(emailIn(body) ?? subscriberId).padEnd(24),
    styled('dim', `#${line(id)}`),
    ...(error === null ? [] : [toned('bad', line(error))]),
    ...(status === 403 ? [toned('bad', 'does the URL need ?secret=…')] : []),
    pageText(page),
  ];
  await terminal.print([columns(parts), '\n']);
}

function withoutPassword(url: URL): string {
  const printed = new URL(url);
  printed.password = '';
  return printed.href;
}

/** The email address of the subscriber of a webhook. */
function emailIn(body: string): string | undefined {
  const payload = tryParseJson(body);
  const data = isObject(payload) && isObject(payload.data) ? payload.data : {};
  const email = isObject(data.subscriber) ? data.subscriber.email : undefined;
  return typeof email === 'string' ? email : undefined;
}

const line = (text: string) => shortened(visibleLine(text), 200);
