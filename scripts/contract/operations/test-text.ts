import type * as z from 'zod/mini';
import { globalRegistry } from 'zod/mini';
import type { Definition } from '../../../packages/sdk/src/contract/schema/definition.ts';

/** The relevant parts of zod's definitions. */
interface Parts extends Definition {
  readonly entries?: Readonly<Record<string, string>>;
  readonly options?: readonly z.core.$ZodType[];
  readonly checks?: readonly z.core.$ZodCheck[];
}

/** The predicates of `contract/schema/predicates.ts` by the formats of `contract/field.ts`. */
const FORMATS: Readonly<Record<string, string>> = {
  ...{ currency: 'currency', email: 'email', iso_time: 'isoTime', sms: 'usMobile', snake_case: 'snakeCase' },
  ...{ time_zone: 'timeZone', url: 'url' },
};

/** Generates the predicate of a contract type. `use` receives the functions in it. */
export function testText(type: z.core.$ZodType, use: (name: string) => string): string {
  const parts = type._zod.def as Parts; // zod's definitions are a union by `type`
  const below = (inner: z.core.$ZodType | undefined) => (inner ? testText(inner, use) : unknown(parts));
  const { type: kind, innerType, element, valueType, entries = {}, options = [] } = parts;
  switch (kind) {
    case 'string':
      return use(parts.format ? (FORMATS[parts.format] ?? unknown(parts)) : isName(parts) ? 'name' : 'text');
    case 'number':
      return numberText(parts, use);
    case 'boolean':
      return use('boolean');
    case 'unknown':
      return anythingText(type, parts, use);
    case 'enum':
      return `${use('oneOf')}(${Object.values(entries).map(quoted).join(', ')})`;
    case 'nullable':
      return `${use('orNull')}(${below(innerType)})`;
    case 'union':
      return `${use('anyOf')}(${options.map((option) => below(option)).join(', ')})`;
    case 'array':
      return `${use('list')}(${below(element)})`;
    case 'record':
      return `${use('record')}(${below(valueType)})`;
    case 'object':
      return objectText(parts, use, below);
    default:
      return unknown(parts);
  }
}

function objectText(
  parts: Parts,
  use: (name: string) => string,
  below: (type: z.core.$ZodType | undefined) => string,
): string {
  const entries = Object.entries(parts.shape ?? {});
  const isOptional = ([, type]: (typeof entries)[number]) => type._zod.def.type === 'optional';
  const needed = entries.filter((entry) => !isOptional(entry));
  const others = entries.filter(isOptional);
  const members = (list: typeof entries, testOf: (type: z.core.$ZodType) => string) => {
    const all = list.map(([name, type]) => (testOf(type) === name ? name : `${name}: ${testOf(type)}`));
    return all.length > 0 ? `{ ${all.join(', ')} }` : '{}';
  };
  const innerOf = (type: z.core.$ZodType) => below((type._zod.def as Parts).innerType);
  const rest = parts.catchall && below(parts.catchall);
  const last = [others.length > 0 || rest ? members(others, innerOf) : undefined, rest];
  const given = [members(needed, below), ...last].filter((part) => part !== undefined);
  const object = `${use('object')}(${given.join(', ')})`;
  const names = rulesOf(parts).find(({ params }) => params?.rule === 'one_of')?.params?.names;
  return names ? `${use('withOneOf')}([${names.map(quoted).join(', ')}], ${object})` : object;
}

function numberText(parts: Parts, use: (name: string) => string): string {
  const [first, ...others] = rulesOf(parts);
  if (!first) return use(parts.format === 'safeint' ? 'integer' : 'number');
  if (first.check !== 'greater_than' || !first.inclusive || others.length > 0) return unknown(parts);
  return `${use('integerFrom')}(${first.value})`;
}

function anythingText(type: z.core.$ZodType, parts: Parts, use: (name: string) => string): string {
  const limit = globalRegistry.get(type)?.exclusiveMaximum;
  if (rulesOf(parts).length === 0) return use('anything');
  return limit === undefined ? unknown(parts) : `${use('anythingBelow')}(${limit})`;
}

function isName(parts: Parts): boolean {
  const [first, ...others] = rulesOf(parts);
  if (!first) return false;
  return (first.check === 'min_length' && first.minimum === 1 && others.length === 0) || unknown(parts);
}

interface Rule {
  readonly check: string;
  readonly minimum?: number;
  readonly value?: number;
  readonly inclusive?: boolean;
  readonly params?: { readonly rule?: string; readonly names?: readonly string[] };
}

/** The conditions of a value besides its type. */
const rulesOf = ({ checks = [] }: Parts) =>
  checks.map(({ _zod }) => _zod.def as Rule).filter(({ check }) => check !== 'meta');

const quoted = (text: string) => `'${text}'`;

function unknown({ type, format = '' }: Parts): never {
  throw new Error(
    `There is no test for ${type} ${format}: add one to contract/schema/predicates.ts, and its text here.`,
  );
}
