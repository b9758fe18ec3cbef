import type { WebhookEvent } from '@trickle/sdk/contract';
import type { Step } from '../sandbox/admin-api.ts';
import { eventLine } from '../sandbox/event-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { styled, type Text, visibleLine } from '../terminal/text.ts';
import type { Consequences } from './consequences.ts';

/** Prints a call. */
export async function printStep(terminal: Terminal, { method, path, status }: Step): Promise<void> {
  if (terminal.isJson) return;
  const answer = styled(status < 300 ? 'green' : 'red', `[${status}]`);
  await terminal.print([answer, `  ${method.padEnd(6)}  ${visibleLine(path)}\n`]);
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
    ...deliveries.map(({ event, url, state, status }): Text => {
      const answer = styled(
        status !== null && status < 300 ? 'green' : 'yellow',
        status === null ? state : `[${status}]`,
      );
      return ['  ', answer, `  ${visibleLine(event)}  ${visibleLine(url)}\n`];
    }),
    ...(deliveries.length === 0
      ? ['  None: no webhook of the account is subscribed to these events.\n']
      : []),
  ];
  await terminal.print(lines);
}
