import { columns, shortened, styled, type Text, toned, visibleLine } from '@trickle/design/terminal';
import { toneOfEvent } from '@trickle/design/tones';
import { isObject, isTooDeep, tryParseJson } from '../parse-json.ts';

/** An event, from the stream of the reference server or from a webhook. */
export interface TailedEvent {
  /** `subscriber.applied_tag` */
  readonly event: string;
  readonly occurred_at: string;
  readonly account_id: string;
  /** The subscriber, as far as it is known. */
  readonly subscriber: { readonly id?: string; readonly email?: string };
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Makes an event from unchecked parts. Leaves out parts of a wrong type. */
export function tailedEvent(event: string, occurred_at: string, parts: unknown): TailedEvent {
  const { account_id, subscriber, properties } = isObject(parts) ? parts : {};
  const { id, email } = isObject(subscriber) ? subscriber : {};
  const isNamed = typeof account_id === 'string' || typeof account_id === 'number';
  return {
    ...{ event, occurred_at, account_id: isNamed ? String(account_id) : '' },
    subscriber: { ...(typeof id === 'string' && { id }), ...(typeof email === 'string' && { email }) },
    properties: isObject(properties) ? properties : {},
  };
}

/** Parses a message of the stream; undefined if it is not an event. */
export function eventOf(name: string | undefined, data: string): TailedEvent | undefined {
  const parsed = tryParseJson(data);
  if (!isObject(parsed) || isTooDeep(parsed)) return undefined;
  const { event = name, occurred_at, account_id, subscriber_id, subscriber, properties } = parsed;
  if (typeof event !== 'string' || typeof occurred_at !== 'string') return undefined;
  const who = { id: subscriber_id, ...(isObject(subscriber) && subscriber) };
  return tailedEvent(event, occurred_at, { account_id, subscriber: who, properties });
}

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
