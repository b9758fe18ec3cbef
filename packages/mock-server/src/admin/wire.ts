/*
 * Converts names between the admin API's snake_case and TypeScript's camelCase. The content of free-form members such
 * as `properties` is not renamed.
 */

/** `accountId` for `account_id`. */
type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;

/** An object with its own members renamed to camelCase. */
export type CamelNames<T> = { [Name in keyof T as Camel<Name>]: T[Name] };

/** Members whose content is not renamed. */
const UNCHANGED = new Set([
  'answer',
  'attributes',
  'body',
  'changes',
  'custom_fields',
  'expected',
  'headers',
  'links',
  'payload',
  'properties',
  'query',
  'request',
  'request_headers',
  'response',
  'response_body',
  'response_headers',
  'seed',
  'settings',
  'tables',
]);

/** Whether the content of a member, by its wire name, is not renamed. */
export const isUnchanged = (wire: string): boolean => UNCHANGED.has(wire);

const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
export const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Renames an object's own members to camelCase. Nested members keep their names. */
export const withCamelNames = <T extends object>(value: T): CamelNames<T> =>
  // The members are those of T, renamed.
  Object.fromEntries(Object.entries(value).map(([name, member]) => [camel(name), member])) as CamelNames<T>;

/** Converts a value to JSON with snake_case names and ISO 8601 dates. */
export function withSnakeNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSnakeNames);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => typeof member !== 'function')
      .map(([name, member]) => {
        const wire = snake(name);
        return [wire, isUnchanged(wire) ? member : withSnakeNames(member)];
      }),
  );
}
