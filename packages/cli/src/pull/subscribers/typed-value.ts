import { isAddress, isPhone } from '../safe-values.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** The types of custom field values. */
export const FIELD_TYPES = ['boolean', 'enum', 'number', 'date', 'email', 'phone', 'url', 'words'] as const;

/** A type of custom field values. */
export type FieldType = (typeof FIELD_TYPES)[number];

const PATTERNS: readonly (readonly [FieldType, (value: string) => boolean])[] = [
  ['boolean', (value) => /^(?:true|false|yes|no|on|off|[01])$/i.test(value)],
  ['email', isAddress],
  ['url', (value) => /^https?:\/\//i.test(value)],
  ['date', (value) => /^(?:\d{4}-\d\d-\d\d([T ].*)?|\d{1,2}[./-]\d{1,2}[./-]\d{4})$/.test(value)],
  ['phone', isPhone],
  ['number', (value) => /^[-+]?\d+(?:[.,]\d+)*$/.test(value)],
];

/** The type that a value looks like. */
export const typeOf = (value: string): FieldType =>
  PATTERNS.find(([, matches]) => matches(value))?.[0] ?? 'words';

/** A value of the same type and form. */
export function replaced(value: string, type: FieldType, pseudonyms: Pseudonyms): string {
  switch (type) {
    case 'email':
      return pseudonyms.email(value);
    case 'phone':
      return pseudonyms.phone(value);
    case 'url':
      return pseudonyms.url(value);
    case 'date':
      return otherDate(value, pseudonyms);
    case 'boolean':
      return pseudonyms.hash.number('boolean', value, 2) === 0 ? value : opposite(value);
    default:
      return pseudonyms.text(value);
  }
}

const OPPOSITES = [
  ['true', 'false'],
  ['yes', 'no'],
  ['on', 'off'],
  ['1', '0'],
] as const;

function opposite(value: string): string {
  const small = value.toLowerCase();
  const pair: readonly string[] = OPPOSITES.find((words) => words.some((word) => word === small)) ?? [];
  return pair.find((word) => word !== small) ?? 'true';
}

/** Keeps the year. */
function otherDate(value: string, { hash }: Pseudonyms): string {
  const part = (kind: string, below: number) => String(1 + hash.number(kind, value, below)).padStart(2, '0');
  const [, year] = /^(\d{4})-/.exec(value) ?? [];
  if (year) return `${year}-${part('month', 12)}-${part('day', 28)}${value.length > 10 ? 'T12:00:00Z' : ''}`;
  const [, sign = '.', last = '2000'] = /([./-])(\d{4})$/.exec(value) ?? [];
  // Below 13, so that the order of day and month does not matter.
  return [part('month', 12), part('day', 12), last].join(sign);
}
