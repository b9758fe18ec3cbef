import type { Schema } from '@trickle/sdk/contract';
import { Help } from 'commander';
import { alternativesOf, type Field, fieldsOf, isOpen } from '../operations/fields.ts';
import { kebab, type Operation } from '../operations/operations.ts';
import { describeField, nameOfSchema } from '../operations/texts.ts';

/** The part of an operation's help below the options: its fields with their types, from the contract. */
export function helpOf({ noun, method, endpoint }: Operation, width: number): string {
  const { body, query, response } = endpoint;
  const parts = [`${endpoint.method} ${endpoint.path}`];
  if (body) {
    const isMany = body.kind === 'batch' || body.kind === 'list';
    parts.push(fieldTable(isMany ? 'Fields of each record (up to 1000)' : 'Fields', body.item, width));
    const example = isMany ? `'[{"…": …}]'` : `'{"…": …}'`;
    const ids = endpoint.path.match(/\{(?!account_id)\w+\}/g) ?? [];
    const words = ['trickle call', kebab(noun), kebab(method), ...ids.map((id) => `<${id.slice(1, -1)}>`)];
    parts.push(`Examples:\n  ${[...words, example].join(' ')}\n  ${words.join(' ')} - < file.json`);
  }
  if (query) parts.push(fieldTable('Filters, as options or as JSON', query, width));
  parts.push(resultOf(response, width));
  return parts.join('\n\n');
}

const RESULTS = {
  one: 'one record',
  many: 'an array of records',
  page: 'one page as { items, meta }; use trickle export for all pages',
  bare: 'an object',
  empty: 'nothing',
  none: 'nothing',
} as const;

function resultOf({ kind, item }: Operation['endpoint']['response'], width: number): string {
  const table = item && fieldsOf(item).length > 0 ? `\n${tableOf(item, width, 'result')}` : '';
  return `Prints ${RESULTS[kind]}${table ? ':' : '.'}${table}`;
}

function fieldTable(title: string, schema: Schema, width: number): string {
  const names = alternativesOf(schema);
  const rule = names.length > 0 ? ` (at least one of ${names.join(', ')})` : '';
  const rest = isOpen(schema) ? '\n  and any other members' : '';
  return `${title}${rule}:\n${tableOf(schema, width)}${rest}`;
}

function tableOf(schema: Schema, width: number, of: 'input' | 'result' = 'input'): string {
  const rows = rowsOf(fieldsOf(schema), nameOfSchema(schema), of);
  const nameWidth = Math.max(...rows.map(([name]) => name.length));
  const typeWidth = Math.min(28, Math.max(...rows.map(([, type]) => type.length)));
  return rows
    .flatMap(([name, type, text]) => {
      const left = `  ${name.padEnd(nameWidth)}  `;
      const types = columnOf(type, left.length, width);
      const beside = left.length + typeWidth + 2;
      const hasRoom = type.length <= typeWidth && width - beside >= MIN_TEXT_WIDTH;
      const texts = text === '' ? [] : columnOf(text, hasRoom ? beside : INDENT, width);
      if (!hasRoom) return [left + types.join('\n').trimStart(), ...texts];
      return [`${left}${type.padEnd(typeWidth)}  ${texts.join('\n').trimStart()}`.trimEnd()];
    })
    .join('\n');
}

/** The indent of a description that does not fit beside its name and type. */
const INDENT = 6;

/** A narrower column would be hard to read. */
const MIN_TEXT_WIDTH = 20;

/** A string wrapped between words into a column, as indented lines. */
function columnOf(text: string, column: number, width: number): string[] {
  const help = Object.assign(new Help(), { minWidthToWrap: MIN_TEXT_WIDTH });
  const lines = help.boxWrap(text, Math.max(MIN_TEXT_WIDTH, width - column)).split('\n');
  return lines.map((line) => ' '.repeat(column) + line);
}

type Row = [name: string, type: string, text: string];

function rowsOf(
  fields: readonly Field[],
  owner: string | undefined,
  of: 'input' | 'result',
  indent = '',
): Row[] {
  return fields.flatMap((field) => {
    const text = [field.isRequired && of === 'input' ? 'required' : '', describeField(owner, field.name)];
    const row: Row = [indent + field.name, typeOf(field), text.filter(Boolean).join('; ')];
    return [row, ...rowsOf(field.members, undefined, of, `${indent}  `)];
  });
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'email address',
  iso_time: 'ISO 8601 time',
  time_zone: 'time zone',
  url: 'URL',
  sms: 'US mobile number',
  snake_case: 'lower_snake_case',
  currency: 'ISO 4217 code',
};

const KINDS: Readonly<Record<string, string>> = {
  texts: 'list of text',
  list: 'list of',
  map: 'object with any names',
  integer: 'whole number',
};

function typeOf({ kind, format, values }: Field): string {
  if (kind === 'one of') return values.join(' | ');
  if (kind === 'text' && format) return FORMATS[format] ?? format;
  return KINDS[kind] ?? kind;
}
