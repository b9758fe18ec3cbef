import { jsonOf } from '../json-of.ts';
import type { Field } from './fields.ts';

/** What a text becomes: a value, or the reason why it is none. `absent` stands for no value at all. */
export type Reading = { readonly value: unknown } | { readonly absent: true } | { readonly reason: string };

const TRUE = ['true', 'yes', 'y', '1', 'on', 't'];
const FALSE = ['false', 'no', 'n', '0', 'off', 'f'];

/** Reads a text as the value of a field. Whether a well-formed value is right is for the contract to say. */
export function readValue(field: Field, text: string, separator = ','): Reading {
  const trimmed = text.trim();
  if (trimmed === '') return { absent: true };
  switch (field.kind) {
    // Space around an address is a slip; in other texts it may be meant.
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
  return { reason: `is neither yes nor no: ${shown(text)}` };
}

function numberOf(text: string, pattern: RegExp, wanted: string): Reading {
  return pattern.test(text) ? { value: Number(text) } : { reason: `is not ${wanted}: ${shown(text)}` };
}

function oneOf({ values }: Field, text: string): Reading {
  const lower = text.toLowerCase();
  const value = values.find((one) => one === lower);
  if (value !== undefined) return { value };
  // The service shows `unknown` where nothing is known, and takes no such value.
  return lower === 'unknown' ? { absent: true } : { value: text };
}

function listOf(text: string, separator: string): Reading {
  if (text.startsWith('[')) {
    const list = jsonOf(text);
    if (Array.isArray(list) && list.every((one) => typeof one === 'string')) return { value: list };
  }
  const parts = text.split(separator).map((part) => part.trim());
  return { value: parts.filter((part) => part !== '') };
}

function readJson(text: string): Reading {
  const value = jsonOf(text);
  return value === undefined ? { reason: `is not JSON: ${shown(text)}` } : { value };
}

/** A number where the text is one as JSON would write it; an identifier such as 007 stays a text. */
function anythingOf(text: string): unknown {
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : text;
}

const shown = (text: string) => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
