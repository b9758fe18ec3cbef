import { wordOfDelivery } from '@trickle/design/deliveries';
import {
  columns,
  methodText,
  statusText,
  styled,
  type Text,
  toned,
  visibleLine,
} from '@trickle/design/terminal';
import { toneOfState } from '@trickle/design/tones';
import type { WebhookEvent } from '@trickle/sdk/contract';
import type { Step } from '../sandbox/admin-api.ts';
import { eventLine, eventText } from '../sandbox/event-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Consequences } from './consequences.ts';

/** Prints a call. */
export async function printStep(terminal: Terminal, { method, path, status }: Step): Promise<void> {
  if (terminal.isJson) return;
  await terminal.print([
    columns([methodText(method), statusText(status, 'dropped'), visibleLine(path)]),
    '\n',
  ]);
}

/** Prints the events and the webhook deliveries that followed, with the triggered event marked. */
export async function printConsequences(
  terminal: Terminal,
  triggered: WebhookEvent,
  { events, deliveries }: Consequences,
): Promise<void> {
  const lines: Text[] = [
    '\n',
    styled('bold', 'Events'),
    '\n',
    ...events.map(
      (event): Text => [event.event === triggered ? styled('bold', '* ') : '  ', eventLine(event)],
    ),
    '\n',
    styled('bold', 'Webhook deliveries'),
    '\n',
    ...deliveries.map(({ event, url, state, attempts, status }): Text => {
      const parts = [
        toned(toneOfState(state), visibleLine(wordOfDelivery(state, attempts)).padEnd(9)),
        statusText(status ?? undefined, ''),
        eventText(event),
        visibleLine(url),
      ];
      return ['  ', columns(parts), '\n'];
    }),
    ...(deliveries.length === 0
      ? ['  None: no webhook of the account is subscribed to these events.\n']
      : []),
  ];
  await terminal.print(lines);
}
