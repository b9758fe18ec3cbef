/*
 * Converts names between the admin API's snake_case and TypeScript's camelCase. The content of free-form members such
 * as `properties` is not renamed.
 */

/** `account_id` for `accountId`. */
export type Snake<Name> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : Name;

/** A value as JSON on the wire: members are renamed, and times are ISO 8601. */
export type Wire<T> = unknown extends T
  ? unknown
  : T extends Date
    ? string
    : T extends string
      ? T
      : T extends readonly (infer Item)[]
        ? readonly Wire<Item>[]
        : T extends object
          ? {
              readonly [Name in keyof T as Snake<Name>]: Snake<Name> extends Unchanged
                ? T[Name]
                : Wire<T[Name]>;
            }
          : T;

/** Members whose content is not renamed. */
const UNCHANGED_NAMES = [
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
] as const;
type Unchanged = (typeof UNCHANGED_NAMES)[number];
const UNCHANGED: ReadonlySet<string> = new Set(UNCHANGED_NAMES);

/** Whether the content of a member, by its wire name, is not renamed. */
export const isUnchanged = (wire: string): boolean => UNCHANGED.has(wire);

export const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

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
