import {
  columns,
  durationText,
  shortened,
  statusText,
  styled,
  type Text,
  toned,
  visibleLine,
} from '@trickle/design/terminal';
import { isObject, tryParseJson } from '../parse-json.ts';
import { eventText, timeText } from '../sandbox/event.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { PostResult } from './post.ts';
import type { Webhook } from './webhook-stream.ts';

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
  const { email, occurredAt } = partsOf(body);
  const problem = error ?? (status === 403 ? 'does the URL need ?secret=…' : undefined);
  const parts: Text[] = [
    timeText(occurredAt),
    statusText(status ?? undefined, 'failed'),
    ...(problem === undefined ? [durationText(milliseconds)] : []),
    eventText(event),
    ...(problem === undefined ? [] : [toned('bad', line(problem))]),
    line(email ?? subscriberId).padEnd(24),
    styled('dim', `#${line(id)}`),
  ];
  await terminal.printLine(columns(parts), page);
}

function withoutPassword(url: URL): string {
  const printed = new URL(url);
  printed.password = '';
  return printed.href;
}

function partsOf(body: string) {
  const payload = tryParseJson(body);
  const { data, occurred_at: occurredAt } = isObject(payload) ? payload : {};
  const subscriber = isObject(data) ? data.subscriber : undefined;
  const email = isObject(subscriber) ? subscriber.email : undefined;
  return {
    email: typeof email === 'string' ? email : undefined,
    occurredAt: typeof occurredAt === 'string' ? occurredAt : '',
  };
}

const line = (text: string) => shortened(visibleLine(text), 200);
