import type * as z from 'zod/mini';
import { definitionAt } from './definition.ts';
import { type ErrorEntry, VALIDATION_CODES, type ValidationCode } from './errors.ts';
import { fastAccepts } from './fast-path.ts';
import type { Schema } from './schema.ts';

/** One fault of a value: an entry of the 422 body. */
export interface ValidationIssue extends ErrorEntry {
  readonly code: ValidationCode;
  readonly attribute: string;
  readonly message: string;
}

/** The formats that have a code of their own; a fault of any other kind is a `format_error` (U-37). */
const formatCodes: Readonly<Record<string, ValidationCode>> = {
  email: 'email_error',
  email_list: 'email_address_list_error',
  sms: 'sms_error',
  url: 'url_error',
  iso_time: 'time_error',
  days_of_the_week: 'days_of_the_week_error',
};

/**
 * All faults of `value`, one entry each, in the order of the schema; none when it is valid. Texts that are not of one of
 * the `tolerated` formats are no faults.
 */
export function issuesOf(schema: Schema, value: unknown, tolerated?: ReadonlySet<string>): ValidationIssue[] {
  return placedIssuesOf(schema, value, tolerated).map(({ code, path, detail }) =>
    issue(code, attributeOf(path), detail),
  );
}

interface PlacedIssue {
  readonly code: ValidationCode;
  readonly path: readonly PropertyKey[];
  /** What is wanted, where that is more than the code says. */
  readonly detail: string | undefined;
}

/** The same faults by code and path. */
export function placedIssuesOf(
  schema: Schema,
  value: unknown,
  tolerated?: ReadonlySet<string>,
): PlacedIssue[] {
  const type = schema();
  if (fastAccepts(type, value)) return [];
  const result = type.safeParse(value);
  if (result.success) return [];
  const isFault = (issue: z.core.$ZodIssue) =>
    issue.code !== 'invalid_format' || !tolerated?.has(issue.format);
  return result.error.issues.filter(isFault).map((issue) => {
    const code = codeOf(issue, type, value);
    return {
      code,
      path: issue.path,
      detail: code === 'format_error' ? wantedBy(issue) : alternativesIn(issue),
    };
  });
}

/** Makes the fault of an attribute. */
export function issue(
  code: ValidationCode,
  attribute: string,
  detail: string = VALIDATION_CODES[code],
): ValidationIssue {
  return { code, attribute, message: `${attribute} ${detail}` };
}

/** A path as faults name it: `items[0].name`. */
export function attributeOf(path: readonly PropertyKey[]): string {
  return path
    .map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i ? '.' : ''}${String(key)}`))
    .join('');
}

function codeOf(issue: z.core.$ZodIssue, root: z.ZodMiniType, value: unknown): ValidationCode {
  if (valueAt(value, issue.path) === undefined) return 'presence_error';
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'presence_error';
      return isLength(issue.origin) ? 'length_error' : 'range_error';
    case 'too_big':
      return isLength(issue.origin) ? 'length_error' : 'range_error';
    case 'custom':
      return (issue.params?.code as ValidationCode | undefined) ?? formatCode(root, issue.path); // see `anyBelow`
    default:
      return formatCode(root, issue.path);
  }
}

function formatCode(root: z.ZodMiniType, path: readonly PropertyKey[]): ValidationCode {
  return formatCodes[definitionAt(root, path)?.format ?? ''] ?? 'format_error';
}

const WANTED: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  currency: 'an ISO 4217 code, like USD',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  snake_case: 'lower snake case, like my_shop',
  string: 'a text',
  time_zone: 'an Olson time zone, like Europe/Lisbon',
};

/** What would do as well as the member that is missing. */
function alternativesIn(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'custom' || issue.params?.rule !== 'one_of') return undefined;
  const [, ...others] = issue.params.names as readonly string[]; // see `needsOneOf`
  return `or ${others.join(' or ')} is required`;
}

/** What a value of the wrong kind should have been. */
function wantedBy(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return wanted(WANTED[issue.expected]);
    case 'invalid_format':
      return wanted(WANTED[issue.format]);
    case 'invalid_value':
      return wanted(issue.values.length > 12 ? undefined : `one of ${issue.values.map(String).join(', ')}`);
    case 'invalid_union': {
      const kinds = issue.errors.map(
        ([first]) => first && first.code === 'invalid_type' && WANTED[first.expected],
      );
      return wanted(kinds.every((kind) => kind) ? kinds.join(' or ') : undefined);
    }
    default:
      return undefined;
  }
}

const wanted = (what: string | undefined) => what && `must be ${what}`;

const isLength = (origin: string) => origin === 'string' || origin === 'array';

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  // The issue's path leads through objects that zod has walked.
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);
}
