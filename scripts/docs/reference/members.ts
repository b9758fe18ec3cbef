import { prose } from '../../../packages/sdk/test/interface/facts.ts';
import type { Comment } from '../openapi/comments.ts';
import { components, type Schema } from '../openapi/schemas.ts';

/** One member of a record, a body or a query, as a row of a table. */
export interface Member {
  /** `items[].price` for a nested member. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly assumed: string | undefined;
  readonly text: string;
}

/** Facts of the interface about members besides their types. */
type Facts = readonly { readonly name: string; readonly default?: unknown; readonly max?: number }[];

const named = components();

/** The members of an object schema, each followed by its nested members. */
export function membersOf(
  schema: Schema,
  comment: Comment | undefined,
  facts: Facts = [],
  above = '',
): Member[] {
  const { properties = {}, required = [], anyOf = [] } = whole(schema);
  const oneOf = anyOf.flatMap(({ required: one = [] }) => one);
  return Object.entries(properties).flatMap(([name, member]) => {
    const said = comment?.members[name];
    const fact = facts.find((one) => one.name === name);
    const text = said?.text || member.description || '';
    const row: Member = {
      name: above + name,
      type: typeOf(member, said?.helper, fact?.max),
      isRequired: required.includes(name),
      assumed: assumedOf(text, fact?.default),
      text: [
        withoutDefault(text).replace(SAID_BY_TYPE, ''),
        oneOf.includes(name) && `One of ${oneOf.map((one) => `\`${one}\``).join(', ')} is required.`,
        (said?.isDeprecated || member.deprecated) && 'Deprecated.',
      ]
        .filter(Boolean)
        .join(' '),
    };
    return [row, ...deeper(member, said, `${above}${name}`)];
  });
}

/** Members of objects and of lists of objects. Named schemas have their own tables. */
function deeper(member: Schema, said: Comment | undefined, path: string): Member[] {
  const { items, properties, $ref } = member;
  if ($ref || items?.$ref) return [];
  if (items?.properties) return membersOf(items, said, [], `${path}[].`);
  return properties ? membersOf(member, said, [], `${path}.`) : [];
}

/** A beginning of a text that repeats the type of the member. */
const SAID_BY_TYPE =
  /^(?:In cents|Cents|A decimal amount of the currency's main unit, `19\.99`|An email address, `ann@example\.com`|An absolute http or https URL|ISO 8601|Olson (?:name|time zone)|Lower snake case|US mobile number in E\.164 format)[;.,] ?/;

/** The facts of the interface about the arguments of an operation's body. */
export const bodyFacts = (key: string): Facts =>
  prose.arguments[prose.operations[key]?.request?.args ?? '']?.fields ?? [];

/** The facts of the interface about the query of an operation. */
export const queryFacts = (key: string): Facts => prose.queries[key] ?? [];

/** A schema, or the component that it refers to. */
function whole(schema: Schema): Schema {
  const name = nameOf(schema);
  return (name === undefined ? undefined : named[name]) ?? schema;
}

/** The name of the component that a schema refers to. */
export const nameOf = ({ $ref }: Schema) => $ref?.replace('#/components/schemas/', '');

/** The types that helpers of the contract make. */
const HELPERS: Readonly<Record<string, string>> = {
  cents: 'whole number of cents',
  money: 'decimal amount',
  email: 'email address',
  usMobile: 'US mobile number, E.164',
  url: 'http(s) URL',
  isoTime: 'ISO 8601 time',
  dayMask: 'seven of 0 and 1',
  timeZone: 'Olson time zone',
  snakeCase: 'lower snake case',
  currency: 'ISO 4217 code',
  name: 'text, not empty',
  customFields: 'object of texts, numbers, booleans or null',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'boolean',
  object: 'object',
  null: 'null',
};

function typeOf(schema: Schema, helper: string | undefined, max?: number): string {
  const name = nameOf(schema);
  if (name !== undefined) return `\`${name}\``;
  const { anyOf, items, type } = schema;
  const helped = HELPERS[helper ?? ''];
  const values = valuesOf(schema);
  if (anyOf) {
    return [...new Set(anyOf.map((one) => (one.type === 'null' ? 'null' : typeOf(one, helper, max))))].join(
      ' or ',
    );
  }
  if (items) return `list of ${listed(items)}`;
  if (values) return values;
  const types = [type ?? []].flat().map((one) => (helped && one !== 'null' ? helped : (TYPES[one] ?? one)));
  return (types.join(' or ') || 'anything') + boundsOf(schema, max);
}

function listed(items: Schema): string {
  const name = nameOf(items);
  if (name !== undefined) return `\`${name}\``;
  return items.properties ? 'objects' : (valuesOf(items) ?? `${TYPES[String(items.type)] ?? 'thing'}s`);
}

/** The values of an enumeration; for results, the known values. */
function valuesOf({ enum: closed, examples, const: only }: Schema): string | undefined {
  const values = (closed ?? examples ?? (only === undefined ? undefined : [only])) as string[] | undefined;
  return values?.map((value) => `\`${value}\``).join(', ');
}

function boundsOf({ minimum, maximum, exclusiveMaximum }: Schema, max: number | undefined): string {
  const most = maximum ?? max;
  const thousands = (value: unknown) => Number(value).toLocaleString('en');
  if (exclusiveMaximum !== undefined) return ` below ${thousands(exclusiveMaximum)}`;
  if (minimum !== undefined && most !== undefined) return `, ${thousands(minimum)} to ${thousands(most)}`;
  if (most !== undefined) return `, at most ${thousands(most)}`;
  return minimum === undefined ? '' : `, at least ${thousands(minimum)}`;
}

const DEFAULT = /[;,]?\s*\b[Dd]efault:? ((?:`[^`]*`|[^.`])+?)(?=\.\s|\.$|$)\.?/;

function assumedOf(text: string, fact: unknown): string | undefined {
  const [, said] = DEFAULT.exec(text) ?? [];
  if (said !== undefined)
    return /^[\w.]+$/.test(said) && said !== 'now' && said !== 'all' ? `\`${said}\`` : said;
  if (fact === undefined) return undefined;
  return fact === 'now' ? 'now' : `\`${fact}\``;
}

function withoutDefault(text: string): string {
  const rest = text.replace(DEFAULT, '').trim();
  return rest === '' || /[.?]$/.test(rest) ? rest : `${rest}.`;
}
