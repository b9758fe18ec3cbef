import { definitionOf, innermost } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { writtenAs } from '../values/json.ts';
import { MAX_NAME_LENGTH } from '../values/lengths.ts';
import { type CoercionReport, digitsAsText, type Read, show, warnOfTexts } from './findings.ts';
import { CLEARED_FORMATS, readText } from './text-formats.ts';

/** Whether an object has numeric keys, as PHP encodes a list after removing items. */
const isNumbered = (value: object) => {
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => /^(?:0|[1-9]\d{0,8})$/.test(name));
};

/** Reads a value as a list; undefined if it is not clearly one. */
function listIn(
  value: unknown,
  isOfTexts: boolean,
  findings: CoercionReport,
): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value === 'object' && value !== null) {
    if (!isNumbered(value)) return undefined;
    findings.warn('is read as a list: an object with numbered members');
    return Object.values(value);
  }
  if (!isOfTexts || value === undefined || value === null) return undefined;
  findings.warn(`is read as a list of one: ${show(value)}`);
  return [value];
}

/** The JSON types that are coerced to each other. */
type ScalarKind = 'string' | 'number' | 'boolean';

const booleans: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...['true', '1', 'yes', 'on', 1].map((value) => [value, true] as const),
  ...['false', '0', 'no', 'off', 0].map((value) => [value, false] as const),
]);

const NUMBER = /^-?\d{1,30}(?:\.\d{1,30})?$/;

/** Coerces a value to the declared type if its meaning is clear; else returns it unchanged. */
// Unspecified: U-36
function scalarAs(kind: ScalarKind, value: unknown): unknown {
  if (typeof value === kind) return value;
  switch (kind) {
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case 'number': {
      const text = typeof value === 'string' && value.length <= 100 ? value.trim() : '';
      return NUMBER.test(text) ? Number(text) : value;
    }
    case 'boolean':
      return booleans.get(typeof value === 'string' ? value.slice(0, 6).toLowerCase() : value) ?? value;
  }
}

const TAG_LISTS: ReadonlySet<string> = new Set(['tags', 'remove_tags']);

const MAX_TAGS = 250;

/** Reads a tag and trims whitespace. Returns an invalid tag unchanged, so that the next reader rejects it too. */
// Unspecified: U-143
const readTag: Read = (value, findings) => {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof text !== 'string') return value;
  const tag = text.trim();
  if (tag === '') {
    findings.reject('presence_error');
    return value;
  }
  if (tag.length > MAX_NAME_LENGTH) {
    findings.reject('length_error', `is longer than ${MAX_NAME_LENGTH} characters`);
    return value;
  }
  if (tag !== value) findings.warn(`${show(value)} is read as ${show(tag)}`);
  return tag;
};

/** Reads a list of tags or a single tag. Skips '' and null. */
// Unspecified: U-143
const readTags: Read = (value, findings) => {
  const list = listIn(value, true, findings);
  if (list === undefined) return value;
  if (list.length > MAX_TAGS) {
    findings.reject('length_error', `has more than ${MAX_TAGS} tags`);
    return list.slice(0, MAX_TAGS + 1); // still too many
  }
  const tags: unknown[] = [];
  for (const [index, item] of list.entries()) {
    findings.enter(index);
    if (item === '' || item === null) findings.warn(`is left out: ${show(item)}`);
    else tags.push(readTag(digitsAsText(list, index, findings), findings));
    findings.leave();
  }
  return tags;
};

/*
 * Reads client input leniently: coerces values to their schema and removes unknown members of closed objects, so that
 * no rule sees an unvalidated member. Every coercion adds a warning. Values that cannot be coerced are left for
 * validation to reject. The input itself is not modified.
 */

const readers = new WeakMap<z.core.$ZodType, Read>();

/** Returns the cached reader of a type. */
export function readerOf(type: z.core.$ZodType): Read {
  const cached = readers.get(type);
  if (cached) return cached;
  const reader = makeReader(type);
  readers.set(type, reader);
  return reader;
}

function makeReader(type: z.core.$ZodType): Read {
  const { type: kind, format = '', shape, element, valueType, catchall } = definitionOf(type);
  switch (kind) {
    case 'string':
      return (value, findings) => {
        const text = readScalar('string', value, findings);
        return typeof text === 'string' ? readText(format, text, findings) : text;
      };
    case 'number':
    case 'boolean':
      return (value, findings) => readScalar(kind, value, findings);
    case 'enum':
      return enumReader(definitionOf(type).entries ?? {});
    case 'array':
      return element ? listReader(element) : asItIs;
    case 'record':
      return valueType ? mapReader(definitionOf(valueType).type === 'unknown') : asItIs;
    case 'object':
      return objectReader(shape ?? {}, catchall);
    default:
      return asItIs;
  }
}

const asItIs: Read = (value) => value;

const takesEmptyText = (type: z.core.$ZodType) => z.safeParse(innermost(type), '').success;

function readScalar(
  kind: 'string' | 'number' | 'boolean',
  value: unknown,
  findings: CoercionReport,
): unknown {
  const read = scalarAs(kind, value);
  if (read !== value && findings.kind !== 'parameter') {
    findings.warn(`is read as ${kindNames[kind]}: ${show(value)}`);
  }
  return read;
}

const kindNames = { string: 'a string', number: 'a number', boolean: 'true or false' } as const;

function enumReader(entries: Readonly<Record<string, string | number>>): Read {
  const values = new Map(Object.values(entries).map((value) => [String(value).toLowerCase(), value]));
  return (value, findings) => {
    const text = readScalar('string', value, findings);
    if (typeof text !== 'string' || text.length > 100) return text;
    const normalized = values.get(text) ?? values.get(text.trim().toLowerCase()) ?? text;
    if (normalized !== text) findings.warn(`${show(text)} is read as ${show(normalized)}`);
    return normalized;
  };
}

function listReader(element: z.core.$ZodType): Read {
  const read = readerOf(element);
  const { type: kind } = definitionOf(element);
  const isOfTexts = kind === 'string' || kind === 'enum';
  const isKeepingEmpty = takesEmptyText(element);
  return (value, findings) => {
    const list = listIn(value, isOfTexts, findings);
    if (list === undefined) return value;
    const items: unknown[] = [];
    for (const [index, item] of list.entries()) {
      findings.enter(index);
      if (item === null || (item === '' && !isKeepingEmpty)) findings.warn(`is left out: ${show(item)}`);
      else items.push(read(isOfTexts ? digitsAsText(list, index, findings) : item, findings));
      findings.leave();
    }
    return items;
  };
}

/** PHP encodes an empty map as an empty list. */
// Unspecified: U-142
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

function emptyMap(findings: CoercionReport): object {
  findings.warn('is read as {}: []');
  return {};
}

const MAX_ENTRIES = 1000;

function mapReader(isFree: boolean): Read {
  return (value, findings) => {
    if (isEmptyList(value)) return emptyMap(findings);
    if (typeof value === 'object' && value !== null && Object.keys(value).length > MAX_ENTRIES) {
      findings.reject('length_error', `has more than ${MAX_ENTRIES} members`);
    }
    if (isFree) warnOfTexts(value, findings);
    return value;
  };
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

type Members = Readonly<Record<string, unknown>>;

/** The number of a free member that is kept as text, if the schema refuses the number. */
function refusedNumber(type: z.core.$ZodType | undefined, record: Members, name: string): number | undefined {
  if (type === undefined || !isFree(type) || typeof record[name] !== 'string') return undefined;
  const digits = writtenAs(record, name);
  return digits === undefined || z.safeParse(type, Number(digits)).success ? undefined : Number(digits);
}

const isFree = (type: z.core.$ZodType) => definitionOf(innermost(type)).type === 'unknown';

const isText = (type: z.core.$ZodType | undefined) =>
  type !== undefined && definitionOf(type).type === 'string';

function objectReader(shape: Shape, catchall: z.core.$ZodType | undefined): Read {
  const members = new Map(Object.entries(shape).map(([name, type]) => [name, memberReader(name, type)]));
  // Open objects keep unknown members. Strict ones keep them for validation to reject.
  const isCut = catchall === undefined;
  const texts = new Set(Object.keys(shape).filter((name) => isText(shape[name])));
  const readMember = (record: Members, name: string, findings: CoercionReport): unknown => {
    const read = members.get(name);
    if (!read && isCut) findings.warnUnknown(name, members.keys());
    if (!read) return isCut ? undefined : record[name];
    findings.enter(name);
    const given = texts.has(name) ? digitsAsText(record, name, findings) : record[name];
    const normalized = refusedNumber(shape[name], record, name) ?? read(given, findings);
    findings.leave();
    return normalized;
  };
  return (value, findings) => {
    if (isEmptyList(value)) return emptyMap(findings);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const record = value as Members; // an object
    const names = Object.keys(record);
    const isKept = (name: string) =>
      (!shape[name] || isFree(shape[name])) && refusedNumber(shape[name], record, name) === undefined;
    if (!isCut) warnOfTexts(record, findings, isKept);
    // Most objects are exact, and copying large ones takes long.
    let entries: [string, unknown][] | undefined;
    for (const name of names) {
      const member = readMember(record, name, findings);
      if (entries === undefined && member !== undefined && member === record[name]) continue;
      entries ??= names.slice(0, names.indexOf(name)).map((earlier) => [earlier, record[earlier]]);
      if (member !== undefined) entries.push([name, member]);
    }
    // Use `fromEntries`: assigning `__proto__` would set the prototype.
    return entries === undefined ? value : Object.fromEntries(entries);
  };
}

/** Reads a member of an object; undefined if it counts as absent. */
// Unspecified: U-35
function memberReader(name: string, type: z.core.$ZodType): Read {
  const read = TAG_LISTS.has(name) && definitionOf(type).type === 'array' ? readTags : readerOf(type);
  const readText = name === 'tag' ? readTag : read;
  const { format = '' } = definitionOf(type);
  const isEmptyKept = takesEmptyText(type);
  const canBeNull = z.safeParse(type, null).success;
  return (value, findings) => {
    if (value === null) return canBeNull ? null : undefined;
    if (value !== '' || isEmptyKept) return readText(value, findings);
    if (canBeNull) {
      findings.warn("is read as null: ''");
      return null;
    }
    if (CLEARED_FORMATS.has(format)) findings.clear();
    else findings.warn("is read as absent: ''");
    return undefined;
  };
}

/** Converts the texts of a path or query to the types of a schema. Those that do not fit are left for validation. */
export function coerce(type: z.core.$ZodType, texts: object): object {
  const { shape = {} } = definitionOf(type);
  // Use `fromEntries`: assigning `__proto__` would set the prototype.
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const kind = Object.hasOwn(shape, name) && shape[name] ? definitionOf(shape[name]).type : undefined;
      return [name, kind === 'number' || kind === 'boolean' ? scalarAs(kind, text) : text];
    }),
  );
}
