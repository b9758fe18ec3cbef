import { type JsonSchema, type Row, rowOfParameter, rowsOf } from '@trickle/sdk/contract';
import { kebab, type Operation } from '../operations/operations.ts';
import { inputOf, queryOf, resultOf } from '../operations/reference.ts';
import { columnOf, MIN_TEXT_WIDTH } from '../terminal/command.ts';

/** The part of an operation's help below the options: its fields with their types. */
export function helpOf(operation: Operation, width: number): string {
  const { noun, method, endpoint } = operation;
  const parts = [`${endpoint.method} ${endpoint.path}`];
  const input = inputOf(operation);
  if (input) {
    const isMany = endpoint.body?.kind === 'batch' || endpoint.body?.kind === 'list';
    parts.push(fieldTable(isMany ? 'Fields of each record (up to 1000)' : 'Fields', input, width));
    const example = isMany ? `'[{"…": …}]'` : `'{"…": …}'`;
    const ids = (endpoint.path.match(/\{\w+\}/g) ?? []).filter((id) => id !== '{account_id}');
    const words = ['trickle call', kebab(noun), kebab(method), ...ids.map((id) => `<${id.slice(1, -1)}>`)];
    parts.push(`Examples:\n  ${[...words, example].join(' ')}\n  ${words.join(' ')} - < file.json`);
  }
  const filters = queryOf(operation).map((parameter) => rowOfParameter(parameter));
  if (filters.length > 0) parts.push(`Filters, as options or as JSON:\n${tableOf(filters, width)}`);
  const fields = rowsOf(resultOf(operation) ?? {}).map((row) => ({ ...row, isRequired: false }));
  const table = fields.length > 0 ? `:\n${tableOf(fields, width)}` : '.';
  return [...parts, `Prints ${RESULTS[endpoint.response.kind]}${table}`].join('\n\n');
}

const RESULTS = {
  one: 'one record',
  many: 'an array of records',
  page: 'one page as { items, meta }; use trickle export for all pages',
  bare: 'an object',
  empty: 'nothing',
  none: 'nothing',
} as const;

function fieldTable(title: string, schema: JsonSchema, width: number): string {
  const rest = schema.additionalProperties === true ? '\n  and any other members' : '';
  return `${title}:\n${tableOf(rowsOf(schema), width)}${rest}`;
}

function tableOf(rows: readonly Row[], width: number): string {
  const cells = rows.map(({ name, type, isRequired, text }) => ({
    name,
    type: plain(type),
    text: plain([isRequired ? 'Required.' : '', text].join(' ').trim()),
  }));
  const nameWidth = Math.max(...cells.map(({ name }) => name.length));
  const typeWidth = Math.min(28, Math.max(...cells.map(({ type }) => type.length)));
  return cells
    .flatMap(({ name, type, text }) => {
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

const plain = (markdown: string) => markdown.replaceAll('`', '');

/** The indent of a description that does not fit beside its name and type. */
const INDENT = 6;
