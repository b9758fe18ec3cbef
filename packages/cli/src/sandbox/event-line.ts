import { shortened, styled, type Text, visibleLine } from '../terminal/text.ts';
import type { TailedEvent } from './event.ts';

/** Maximum length of a printed value. */
const MAX_VALUE = 200;

/** An event as one line: time, name, subscriber, and properties. */
export function eventLine({ event, occurred_at, subscriber, properties }: TailedEvent): Text {
  const name = event.replace(/^subscriber\./, '');
  const style = /deleted|unsubscribed|bounced|complained|removed|undeliverable/.test(name) ? 'red' : 'green';
  const who = subscriber.email ?? subscriber.id;
  const parts: Text[] = [
    styled('dim', line(occurred_at)),
    styled(style, line(name).padEnd(29)),
    ...(who === undefined ? [] : [line(who)]),
    ...Object.entries(properties).map(([key, value]) => [styled('dim', `${line(key)}=`), formatted(value)]),
  ];
  return [parts.flatMap((part, i) => (i === 0 ? [part] : ['  ', part])), '\n'];
}

const line = (text: string) => shortened(visibleLine(text), MAX_VALUE);

/** A plain word as it is, anything else as JSON. */
const formatted = (value: unknown): string =>
  line(typeof value === 'string' && /^[\w@.:/+-]+$/.test(value) ? value : (JSON.stringify(value) ?? ''));
