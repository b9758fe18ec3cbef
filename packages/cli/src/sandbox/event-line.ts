import { columns, shortened, styled, type Text, toned, visibleLine } from '@trickle/design/terminal';
import { toneOfEvent } from '@trickle/design/tones';
import type { TailedEvent } from './event.ts';

const MAX_VALUE = 200;

/** An event as one line: time, name, subscriber, properties. */
export function eventLine({ event, occurred_at, subscriber, properties }: TailedEvent): Text {
  const who = subscriber.email ?? subscriber.id ?? '';
  const more: Text[] = [
    ...Object.entries(properties).map(([key, value]) => [styled('dim', `${line(key)}=`), formatted(value)]),
  ];
  const parts: Text[] = [
    timeText(occurred_at),
    eventText(event),
    line(who).padEnd(more.length > 0 ? 24 : 0),
    ...more,
  ];
  return columns(parts);
}

/** The time of an event by the server's clock, as a column. It includes the date, since the clock can be moved. */
export const timeText = (at: string): Text =>
  styled('dim', line(at.replace(/^\d{4}-(\d\d-\d\d)T(\d\d:\d\d:\d\d).*$/, '$1 $2')));

export const eventText = (event: string): Text =>
  toned(toneOfEvent(event), line(event.replace(/^subscriber\./, '')).padEnd(20));

const line = (text: string) => shortened(visibleLine(text), MAX_VALUE);

/** A simple word unquoted, anything else as JSON. */
const formatted = (value: unknown): string =>
  line(typeof value === 'string' && /^[\w@.:/+-]+$/.test(value) ? value : (JSON.stringify(value) ?? ''));
