import { table } from '../reference/table.ts';
import { nameOf, type Schema } from './open-api.ts';

/** The schemas that have a section of their own, by name, and the address of that section. */
export type SchemaUrls = Readonly<Record<string, string>>;

/** A table of the members of a schema, with those of nested objects below their owner. */
export const memberTable = (schema: Schema, urls: SchemaUrls = {}): string =>
  table(['Member', 'Type', 'Required', ''], rowsOf(schema, '', urls));

function rowsOf({ properties = {}, required = [] }: Schema, above: string, urls: SchemaUrls): string[][] {
  return Object.entries(properties).flatMap(([name, member]) => {
    const row = [
      `\`${above}${name}\``,
      typeOf(member, urls),
      required.includes(name) ? 'yes' : '',
      member.description ?? member.items?.description ?? '',
    ];
    const nested = member.items?.properties ? member.items : member;
    const place = nested === member ? `${above}${name}.` : `${above}${name}[].`;
    return [row, ...(nested.properties ? rowsOf(nested, place, urls) : [])];
  });
}

const TYPES: Readonly<Record<string, string>> = { string: 'text', integer: 'whole number' };

/** The type of a member in words. */
export function typeOf(schema: Schema, urls: SchemaUrls): string {
  const name = nameOf(schema);
  if (name !== undefined) return urls[name] === undefined ? `\`${name}\`` : `[\`${name}\`](${urls[name]})`;
  if (schema.enum) return listed(schema.enum);
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => typeOf(one, urls)))].join(' or ');
  if (schema.items) return `list of ${schema.items.properties ? 'objects' : typeOf(schema.items, urls)}`;
  const types = [schema.type ?? 'any JSON'].flat().map((type) => TYPES[type] ?? type);
  return `${types.join(' or ')}${formatOf(schema)}${boundsOf(schema)}`;
}

/** An enumeration; long ones, such as all operations, are cut. */
function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, 8).map((value) => `\`${value}\``);
  return values.length > 8 ? `${shown.join(', ')} and ${values.length - 8} more` : shown.join(', ');
}

const FORMATS: Readonly<Record<string, string>> = {
  'iso-8601': ', ISO 8601 time',
  email: ', email address',
  uri: ', URL',
};

const formatOf = ({ format = '' }: Schema) => FORMATS[format] ?? '';

function boundsOf({ minimum, maximum }: Schema): string {
  const shown = (value: number) => value.toLocaleString('en');
  if (minimum !== undefined && maximum !== undefined) return `, ${shown(minimum)} to ${shown(maximum)}`;
  return minimum === undefined ? '' : `, at least ${shown(minimum)}`;
}
