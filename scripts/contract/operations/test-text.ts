import { globalRegistry } from 'zod/mini';
import { alternativesOf, type Parts, partsOf, quoted, rulesOf, type Type } from './definition.ts';

/** The predicates of `contract/schema/predicates.ts` by the formats of `contract/field.ts`. */
const FORMATS: Readonly<Record<string, string>> = {
  ...{ currency: 'currency', email: 'email', iso_time: 'isoTime', sms: 'usMobile', snake_case: 'snakeCase' },
  ...{ time_zone: 'timeZone', url: 'url' },
};

/** Generates the predicate of a contract type. `use` receives the functions in it. */
export function testText(type: Type, use: (name: string) => string): string {
  const parts = partsOf(type);
  const below = (inner: Type | undefined) => (inner ? testText(inner, use) : unknown(parts));
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
  below: (type: Type | undefined) => string,
): string {
  const entries = Object.entries(parts.shape ?? {});
  const isOptional = ([, type]: (typeof entries)[number]) => partsOf(type).type === 'optional';
  const needed = entries.filter((entry) => !isOptional(entry));
  const others = entries.filter(isOptional);
  const members = (list: typeof entries, testOf: (type: Type) => string) => {
    const all = list.map(([name, type]) => (testOf(type) === name ? name : `${name}: ${testOf(type)}`));
    return all.length > 0 ? `{ ${all.join(', ')} }` : '{}';
  };
  const innerOf = (type: Type) => below(partsOf(type).innerType);
  const rest = parts.catchall && below(parts.catchall);
  const last = [others.length > 0 || rest ? members(others, innerOf) : undefined, rest];
  const given = [members(needed, below), ...last].filter((part) => part !== undefined);
  const object = `${use('object')}(${given.join(', ')})`;
  const names = alternativesOf(parts);
  return names ? `${use('withOneOf')}([${names.map(quoted).join(', ')}], ${object})` : object;
}

function numberText(parts: Parts, use: (name: string) => string): string {
  const [first, ...others] = rulesOf(parts);
  if (!first) return use(parts.format === 'safeint' ? 'integer' : 'number');
  if (first.check !== 'greater_than' || !first.inclusive || others.length > 0) return unknown(parts);
  return `${use('integerFrom')}(${first.value})`;
}

function anythingText(type: Type, parts: Parts, use: (name: string) => string): string {
  const limit = globalRegistry.get(type)?.exclusiveMaximum;
  if (rulesOf(parts).length === 0) return use('anything');
  return limit === undefined ? unknown(parts) : `${use('anythingBelow')}(${limit})`;
}

function isName(parts: Parts): boolean {
  const [first, ...others] = rulesOf(parts);
  if (!first) return false;
  return (first.check === 'min_length' && first.minimum === 1 && others.length === 0) || unknown(parts);
}

function unknown({ type, format = '' }: Parts): never {
  throw new Error(
    `There is no test for ${type} ${format}: add one to contract/schema/predicates.ts, and its text here.`,
  );
}
