import { shortened } from '@trickle/design/terminal';
import { isTooDeep, MAX_DEPTH, tryParseJson } from '../parse-json.ts';
import type { Field } from './fields.ts';

/** The value of a string, `absent` for an empty one, or the reason why it is invalid. */
export type Reading = { readonly value: unknown } | { readonly absent: true } | { readonly reason: string };

const TRUE = ['true', 'yes', 'y', '1', 'on', 't'];
const FALSE = ['false', 'no', 'n', '0', 'off', 'f'];

/** Parses a string as the value of a field. The contract validates the value later. */
export function readValue(field: Field, text: string, separator = ','): Reading {
  const trimmed = text.trim();
  if (trimmed === '') return { absent: true };
  switch (field.kind) {
    // Space around an email address is a mistake; elsewhere it may be intended.
    case 'text':
      return { value: field.format === undefined ? text : trimmed };
    case 'boolean':
      return booleanOf(trimmed);
    case 'integer':
      return numberOf(trimmed, /^[+-]?\d+$/, 'a whole number');
    case 'number':
      return numberOf(trimmed, /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/, 'a number');
    case 'one of':
      return oneOf(field, trimmed);
    case 'texts':
      return listOf(trimmed, separator);
    case 'anything':
      return { value: anythingOf(text) };
    default:
      return readJson(trimmed);
  }
}

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
  // The service shows `unknown` for a missing value, and accepts no such value.
  return lower === 'unknown' ? { absent: true } : { value: text };
}

function listOf(text: string, separator: string): Reading {
  if (text.startsWith('[')) {
    const list = tryParseJson(text);
    if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return { value: list };
  }
  const parts = text.split(separator).map((part) => part.trim());
  return { value: parts.filter((part) => part !== '') };
}

function readJson(text: string): Reading {
  const value = tryParseJson(text);
  if (value === undefined) return { reason: `must be JSON, not ${quoted(text)}` };
  return isTooDeep(value) ? { reason: `is nested more than ${MAX_DEPTH} levels deep` } : { value };
}

/** A number if JSON would write it the same way; an identifier such as 007 stays a string. */
function anythingOf(text: string): unknown {
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : text;
}

const quoted = (text: string) => JSON.stringify(shortened(text, 40));
