import type { Terminal } from '../terminal/terminal.ts';
import type { TailedEvent } from './event.ts';

/** An event as one line for people: when, what, who, and its properties. */
export function eventLine(
  { event, occurred_at, subscriber, properties }: TailedEvent,
  terminal: Terminal,
): string {
  const name = event.replace(/^subscriber\./, '');
  const style = /deleted|unsubscribed|bounced|complained|removed|undeliverable/.test(name) ? 'red' : 'green';
  const parts = [
    terminal.styleResult('dim', occurred_at),
    terminal.styleResult(style, name.padEnd(29)),
    subscriber.email ?? subscriber.id ?? '',
    ...Object.entries(properties).map(
      ([key, value]) => `${terminal.styleResult('dim', `${key}=`)}${shown(value)}`,
    ),
  ];
  return `${parts.filter((part) => part !== '').join('  ')}\n`;
}

// What strangers wrote must not steer the terminal.
function shown(value: unknown): string {
  const text = typeof value === 'string' && /^[\w@.:/+-]+$/.test(value) ? value : JSON.stringify(value);
  return text.replaceAll(/[\u007f-\u009f]/g, '?');
}
