import { definitionOf, field } from '@trickle/sdk/contract';
import type { Type } from './exchange.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The placeholders for values of the account in a recording: `<subscriber:1>`, `<text:2>`, `<time:3 0000-00-00T00:00:00Z>`. */
const TOKEN = /^<(\w+)(?::(\d+))?(?: (.+))?>$/;

/** The meaning of a string, by which it is compared. */
export type Meaning =
  /** A public value, an identifier of the service, a known value, a message for humans, or text of the account. */
  | { readonly kind: 'plain' | 'code' | 'enum' | 'wording' | 'text' }
  | { readonly kind: 'reference'; readonly noun: string }
  | { readonly kind: 'link' }
  | { readonly kind: 'time'; readonly format: string; readonly moment: number; readonly isSent: boolean };

export function meaningOf(text: string, type: Type | undefined, vocabulary: Vocabulary): Meaning {
  const role = type && field.roleOf(type);
  if (typeof role === 'object') return { kind: 'reference', noun: role.refersTo };
  if (role === 'wording' || role === 'link') return { kind: role };
  if (role === 'time') return timeOf(text, vocabulary) ?? { kind: 'plain' };
  const isName = /^[\w.[\]-]{1,60}$/.test(text);
  if (role === 'code' && isName) return { kind: 'code' };
  if (isName && type && valuesOf(type).length > 0) return { kind: 'enum' };
  return { kind: isForeign(text, vocabulary) ? 'text' : 'plain' };
}

/** The kind of a number in the bijection, where the contract has a string or nothing; undefined for other numbers. */
export function accountKindOfNumber(
  value: number,
  type: Type | undefined,
  vocabulary: Vocabulary,
): string | undefined {
  if (type !== undefined && !['string', 'unknown'].includes(definitionOf(type).type)) return undefined;
  const kind = accountKindOf(meaningOf(String(value), type, vocabulary));
  return kind ?? (isForeign(String(value), vocabulary) ? 'text' : undefined);
}

export const isForeign = (text: string, vocabulary: Vocabulary): boolean =>
  TOKEN.test(text) || !vocabulary.has(text);

/** Whether the names of an object's members are data. */
export const hasOpenNames = (type: Type | undefined): boolean =>
  type === undefined || definitionOf(type).valueType !== undefined;

const valuesOf = (type: Type): readonly unknown[] =>
  field.knownValuesOf(type) ?? Object.values(definitionOf(type).entries ?? {});

/** The kind of a value in the bijection; undefined for a value that must be the same on both servers. */
export function accountKindOf(meaning: Meaning): string | undefined {
  if (meaning.kind === 'text') return 'text';
  return meaning.kind === 'reference' ? meaning.noun : undefined;
}

function timeOf(text: string, vocabulary: Vocabulary): Meaning | undefined {
  const [, name, rank, format] = TOKEN.exec(text) ?? [];
  if (name === 'time' && format !== undefined)
    return { kind: 'time', format, moment: Number(rank), isSent: false };
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) return undefined;
  return { kind: 'time', format: text.replaceAll(/\d/g, '0'), moment, isSent: vocabulary.hasTime(moment) };
}

/** The noun of an id that follows a segment of a path; undefined if none does. */
export const nounAfter = (segment: string | undefined): string | undefined =>
  segment !== undefined && /^[a-z_]{2,}s$/.test(segment) ? segment.slice(0, -1) : undefined;

/** A value as shown in reports, without account data. */
export function shownValue(value: unknown, type: Type | undefined, vocabulary: Vocabulary): string {
  if (value === undefined) return 'absent';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'number') {
    const kind = accountKindOfNumber(value, type, vocabulary);
    return kind === undefined ? String(value) : `<${kind}> as a number`;
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  const meaning = meaningOf(value, type, vocabulary);
  if (meaning.kind === 'reference') return `<${meaning.noun}>`;
  if (meaning.kind === 'time') return meaning.isSent ? JSON.stringify(value) : `<time ${meaning.format}>`;
  if (meaning.kind === 'link') return shownLink(value, vocabulary);
  return ['plain', 'code', 'enum'].includes(meaning.kind) ? JSON.stringify(value) : `<${meaning.kind}>`;
}

const shownLink = (text: string, vocabulary: Vocabulary): string =>
  changedLink(text, (part, noun) => (noun !== undefined || isForeign(part, vocabulary) ? '<id>' : part));

/** A URL whose segments are changed, except placeholders. `noun`: that of an id. */
export const changedLink = (
  text: string,
  change: (part: string, noun: string | undefined) => string,
): string =>
  text
    .split('/')
    .map((part, i, parts) => (/^\{|^$/.test(part) ? part : change(part, nounAfter(parts[i - 1]))))
    .join('/');
