import { shortened } from '@trickle/design/terminal';
import { parseJson } from '@trickle/sdk/contract';
import { isTooDeep, MAX_DEPTH, tryParseJson } from '../parse-json.ts';
import type { Field } from './fields.ts';

/** The value of a cell, `absent` if it is empty, or why it is invalid. */
export type Reading = { readonly value: unknown } | { readonly absent: true } | { readonly reason: string };

const TRUE = ['true', 'yes', 'y', '1', 'on', 't'];
const FALSE = ['false', 'no', 'n', '0', 'off', 'f'];

/** Parses a string as the value of a field. The contract validates the value later. */
export function readValue(field: Field, text: string): Reading {
  const trimmed = trimmedOf(field, text);
  if (trimmed === '') return { absent: true };
  switch (field.kind) {
    // Space around an email address is a mistake; elsewhere, it may be intended.
    case 'text':
      if (isRounded(field, trimmed)) return { reason: `was rounded by a spreadsheet: ${quoted(trimmed)}` };
      return field.format === undefined ? { value: text } : formattedOf(trimmed);
    case 'boolean':
      return booleanOf(trimmed);
    case 'integer':
      return numberOf(trimmed, /^[+-]?\d+$/, 'a whole number');
    case 'number':
      return numberOf(trimmed, /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/, 'a number');
    case 'one of':
      return oneOf(field, trimmed);
    case 'strings':
      return listOf(trimmed);
    case 'anything':
      return { value: anythingOf(text) };
    default:
      return readJson(trimmed);
  }
}

/** Whether a spreadsheet has rounded an id or a phone number, as in 4.41E+11. */
const isRounded = ({ name }: Field, text: string): boolean =>
  /^\d(?:[.,]\d+)?E\+\d{2}$/.test(text) && /(?:^|_)(?:id|phone|number|zip)$/.test(name);

function booleanOf(text: string): Reading {
  const lower = text.toLowerCase();
  if (TRUE.includes(lower)) return { value: true };
  if (FALSE.includes(lower)) return { value: false };
  return { reason: `must be yes or no, not ${quoted(text)}` };
}

function numberOf(text: string, pattern: RegExp, kind: string): Reading {
  return pattern.test(text) ? { value: Number(text) } : { reason: `must be ${kind}, not ${quoted(text)}` };
}

function oneOf({ values }: Field, text: string): Reading {
  const lower = text.toLowerCase();
  const value = values.find((candidate) => candidate === lower);
  if (value !== undefined) return { value };
  // The service returns `unknown` for a missing value, but does not accept it.
  return lower === 'unknown' ? { absent: true } : { value: text };
}

/** Zero-width characters, which spreadsheets and web pages put around addresses. */
const INVISIBLE = '\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff';
const WITHIN = new RegExp(`[${INVISIBLE}]`);
const BLANK = new RegExp(`[\\s${INVISIBLE}]`);

/** Without a regular expression, which would take quadratic time for trailing spaces. */
function trimmedOf({ format }: Field, text: string): string {
  if (format === undefined) return text.trim();
  let [start, end] = [0, text.length];
  while (start < end && BLANK.test(text.charAt(start))) start += 1;
  while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function formattedOf(text: string): Reading {
  const [invisible] = WITHIN.exec(text) ?? [];
  if (invisible === undefined) return { value: text };
  const code = invisible.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return { reason: `contains the invisible character U+${code}: ${quoted(text)}` };
}

/** The text within brackets, in which Python prints lists, or within braces, in which PostgreSQL does. */
const BRACKETED = /^(?:\[([^[\]]*)\]|\{([^{}:]*)\})$/;

/** A list in JSON, in CSV with quotes, in brackets, or with commas or semicolons between the texts. */
function listOf(text: string): Reading {
  if (text.startsWith('[')) {
    const list = tryParseJson(text);
    if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return { value: list };
  }
  const [, inBrackets, inBraces] = BRACKETED.exec(text) ?? [];
  const within = (inBrackets ?? inBraces ?? '').trim();
  if (/[,"']/.test(within)) return textsOf(quotedParts(within, /^(?:"((?:[^"]|"")*)"|'([^']*)')\s*/));
  if (text.startsWith('"')) return textsOf(quotedParts(text, QUOTED));
  return textsOf(text.split(text.includes(',') ? ',' : ';'));
}

const textsOf = (parts: readonly string[]): Reading => ({
  value: parts.map((part) => part.trim()).filter((part) => part !== ''),
});

const QUOTED = /^"((?:[^"]|"")*)"\s*/;

/** The values of a line of CSV. A value in quotes can contain commas, and doubled quotes. */
function quotedParts(text: string, quoted: RegExp): string[] {
  const parts: string[] = [];
  for (let rest = text.trim(); rest !== ''; ) {
    const [whole, double, single] = quoted.exec(rest) ?? [];
    const inner = single ?? double;
    const end = whole === undefined ? rest.indexOf(',') : whole.length;
    parts.push(inner === undefined ? rest.slice(0, end < 0 ? undefined : end) : inner.replaceAll('""', '"'));
    rest = end < 0 ? '' : rest.slice(end);
    rest = rest.replace(/^,/, '').trimStart();
  }
  return parts;
}

function readJson(text: string): Reading {
  const value = tryParseJson(text, parseJson);
  if (value === undefined) return { reason: `must be JSON, not ${quoted(text)}` };
  return isTooDeep(value) ? { reason: `is nested more than ${MAX_DEPTH} levels deep` } : { value };
}

/** A number if JSON writes it the same way; identifiers such as 007 stay strings. */
function anythingOf(text: string): unknown {
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : text;
}

const quoted = (text: string) => JSON.stringify(shortened(text, 40));
