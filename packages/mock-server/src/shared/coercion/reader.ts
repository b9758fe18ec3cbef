import { definitionOf, innermost } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { writtenAs } from '../values/json.ts';
import { type CoercionReport, digitsAsText, type Read, show, warnOfTexts } from './findings.ts';
import { listIn } from './lists.ts';
import { scalarAs } from './scalars.ts';
import { readTag, readTags, TAG_LISTS } from './tags.ts';
import { CLEARED_FORMATS, readText } from './text-formats.ts';

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

/** Maximum number of entries in a map. */
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
