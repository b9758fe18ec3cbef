import type { Schema } from '@trickle/sdk/contract';
import { alternativesOf, type Field, fieldsOf, isOpen } from '../operations/fields.ts';
import { kebab, type Operation } from '../operations/operations.ts';
import { describeField, nameOfSchema } from '../operations/texts.ts';

/** What stands below the options in the help of an operation: its fields with their types, out of the contract. */
export function helpOf({ noun, method, endpoint }: Operation): string {
  const { body, query, response } = endpoint;
  const parts = [`\n${endpoint.method} ${endpoint.path}`];
  if (body) {
    const isMany = body.kind === 'batch' || body.kind === 'list';
    parts.push(fieldTable(isMany ? 'Fields of each record (1 to 1000 in an array)' : 'Fields', body.item));
    const example = isMany ? `'[{"…": …}]'` : `'{"…": …}'`;
    const ids = endpoint.path.match(/\{(?!account_id)\w+\}/g) ?? [];
    const words = ['trickle call', kebab(noun), kebab(method), ...ids.map((id) => `<${id.slice(1, -1)}>`)];
    parts.push(`Call:\n  ${[...words, example].join(' ')}\n  … ${words.join(' ')} - < file.json`);
  }
  if (query) parts.push(fieldTable('Filters, as options or as JSON', query));
  parts.push(answerOf(response));
  return parts.join('\n\n');
}

const ANSWERS = {
  one: 'one record',
  many: 'an array of records',
  page: 'a page, { items, meta }; trickle export gives all pages',
  bare: 'an object',
  empty: 'nothing',
  none: 'nothing',
} as const;

function answerOf({ kind, item }: Operation['endpoint']['response']): string {
  const table = item && fieldsOf(item).length > 0 ? `\n${tableOf(item, 'answer')}` : '';
  return `Gives ${ANSWERS[kind]}${table && ':'}${table}`;
}

function fieldTable(title: string, schema: Schema): string {
  const names = alternativesOf(schema);
  const rule = names.length > 0 ? ` (at least one of ${names.join(', ')})` : '';
  const own = isOpen(schema) ? '\n  and members of your own' : '';
  return `${title}${rule}:\n${tableOf(schema)}${own}`;
}

function tableOf(schema: Schema, of: 'input' | 'answer' = 'input'): string {
  const rows = rowsOf(fieldsOf(schema), nameOfSchema(schema), of);
  const width = Math.max(...rows.map(([name]) => name.length));
  const typeWidth = Math.min(28, Math.max(...rows.map(([, type]) => type.length)));
  return rows
    .map(([name, type, text]) => `  ${name.padEnd(width)}  ${type.padEnd(typeWidth)}  ${text}`.trimEnd())
    .join('\n');
}

type Row = [name: string, type: string, text: string];

function rowsOf(
  fields: readonly Field[],
  owner: string | undefined,
  of: 'input' | 'answer',
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
  map: 'object, names of your own',
  integer: 'whole number',
};

function typeOf({ kind, format, values }: Field): string {
  if (kind === 'one of') return values.join(' | ');
  if (kind === 'text' && format) return FORMATS[format] ?? format;
  return KINDS[kind] ?? kind;
}
