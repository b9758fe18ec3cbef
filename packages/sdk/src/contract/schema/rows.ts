/** The keywords of JSON Schema that a table shows. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  /** The known values of an open enumeration. */
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

/** A row of a table of members or parameters. Type and text are Markdown. */
export interface Row {
  /** `items[].price` for a member of an object in a list. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly text: string;
}

/** A page's reference to a named schema. */
export type Refer = (name: string) => string;

const code = (value: unknown): string => `\`${value}\``;

/** The name of the component that a schema refers to. */
export const nameOfReference = ({ $ref }: JsonSchema): string | undefined =>
  $ref?.slice($ref.lastIndexOf('/') + 1);

/** The members of an object, each followed by the members of the objects in it. Named schemas are not entered. */
export function rowsOf(schema: JsonSchema, refer: Refer = code, above = ''): Row[] {
  const { properties = {}, required = [], anyOf = [] } = schema;
  const names = anyOf.flatMap((alternative) => alternative.required ?? []);
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = above + name;
    const row = rowOf(path, member, required.includes(name), refer);
    const rule = names.includes(name) ? `${oneOf(names.map(code))} is required.` : '';
    const { items, ...object } = member;
    return [
      { ...row, text: [row.text, rule].filter(Boolean).join(' ') },
      ...(items?.properties ? rowsOf(items, refer, `${path}[].`) : rowsOf(object, refer, `${path}.`)),
    ];
  });
}

function rowOf(name: string, schema: JsonSchema, isRequired: boolean, refer: Refer): Row {
  const { items, deprecated, description = items?.description ?? '', default: assumed } = schema;
  const isSaid = assumed === undefined || /\bdefault\b/i.test(description);
  const type = typeOf(schema, refer);
  // The type says so too.
  const news = type.startsWith('ISO 8601') ? description.replace(/^ISO 8601[.;:] ?/, '') : description;
  const parts = [news, deprecated && 'Deprecated.', !isSaid && `Default ${code(assumed)}.`];
  return { name, type, isRequired, text: parts.filter(Boolean).join(' ') };
}

/** A parameter of an operation, as in OpenAPI. */
export interface JsonParameter {
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export const rowOfParameter = (parameter: JsonParameter, refer: Refer = code): Row => {
  const { name, required = false, description, schema } = parameter;
  return rowOf(name, description === undefined ? schema : { ...schema, description }, required, refer);
};

const TYPES: Readonly<Record<string, string>> = { string: 'text', integer: 'whole number' };

const FORMATS: Readonly<Record<string, string>> = {
  email: 'email address',
  uri: 'URL',
  'iso-8601': 'ISO 8601 time',
  'time-zone': 'time zone',
  'us-mobile': 'US mobile number',
  'snake-case': 'lower snake case',
  currency: 'ISO 4217 code',
};

/** The type of a value in a few words, with its bounds. */
export function typeOf(schema: JsonSchema, refer: Refer = code): string {
  const { anyOf, type, items, format = '', properties, additionalProperties } = schema;
  const name = nameOfReference(schema);
  if (name !== undefined) return refer(name);
  const values = schema.enum ?? schema.examples ?? ('const' in schema ? [schema.const] : undefined);
  if (values) return listOf(values);
  if (anyOf && !properties) return oneOf(anyOf.map((one) => typeOf(one, refer)));
  if (items) return `list of ${items.properties ? 'objects' : typeOf(items, refer)}`;
  if (typeof additionalProperties === 'object') return `object of ${typeOf(additionalProperties, refer)}`;
  const types = [type ?? 'anything'].flat().map((word) => TYPES[word] ?? word);
  return oneOf(types).replace('text', FORMATS[format] ?? 'text') + boundsOf(schema);
}

/** `text, number or null` */
function oneOf(types: readonly string[]): string {
  const [last = '', ...others] = [...new Set(types)].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`;
}

/** An enumeration. A very long one is cut. */
function listOf(values: readonly unknown[]): string {
  const most = values.length > 30 ? 8 : values.length;
  const rest = values.length > most ? ` and ${values.length - most} more` : '';
  return values.slice(0, most).map(code).join(', ') + rest;
}

function boundsOf({ minimum, maximum, exclusiveMaximum, minLength }: JsonSchema): string {
  if (minLength) return ', not empty';
  const format = (bound: number) => bound.toLocaleString('en');
  if (exclusiveMaximum !== undefined) return ` below ${format(exclusiveMaximum)}`;
  if (minimum !== undefined && maximum !== undefined) return `, ${format(minimum)} to ${format(maximum)}`;
  if (maximum !== undefined) return `, at most ${format(maximum)}`;
  return minimum === undefined ? '' : `, at least ${format(minimum)}`;
}

/** The name of the record in the envelope of a request or a response, if it has one. */
export function nameOfRecord(schema: JsonSchema): string | undefined {
  const parts = [schema, ...Object.values(schema.properties ?? {})];
  const { items } = parts.find((part) => part.items) ?? {};
  return items ? nameOfRecord(items) : nameOfReference(schema);
}
