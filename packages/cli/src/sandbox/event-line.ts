import {
  columns,
  pageText,
  shortened,
  styled,
  type Text,
  toned,
  visibleLine,
} from '@trickle/design/terminal';
import { toneOfEvent } from '@trickle/design/tones';
import type { TailedEvent } from './event.ts';

/** Maximum length of a printed value. */
const MAX_VALUE = 200;

/** An event as one line: time, name, subscriber, properties, and the page of the subscriber, if there is one. */
export function eventLine({ event, occurred_at, subscriber, properties }: TailedEvent, page?: string): Text {
  const who = subscriber.email ?? subscriber.id ?? '';
  const more: Text[] = [
    ...Object.entries(properties).map(([key, value]) => [styled('dim', `${line(key)}=`), formatted(value)]),
    ...(page === undefined ? [] : [pageText(page)]),
  ];
  const parts: Text[] = [
    styled('dim', line(occurred_at)),
    eventText(event),
    line(who).padEnd(more.length > 0 ? 24 : 0),
    ...more,
  ];
  return [columns(parts), '\n'];
}

/** The name of an event, as a column. */
export const eventText = (event: string): Text =>
  toned(toneOfEvent(event), line(event.replace(/^subscriber\./, '')).padEnd(29));

const line = (text: string) => shortened(visibleLine(text), MAX_VALUE);

/** A plain word as it is, anything else as JSON. */
const formatted = (value: unknown): string =>
  line(typeof value === 'string' && /^[\w@.:/+-]+$/.test(value) ? value : (JSON.stringify(value) ?? ''));
