import type * as z from 'zod/mini';
import { definitionAt } from './definition.ts';
import { type ErrorEntry, VALIDATION_CODES, type ValidationCode } from './errors.ts';
import type { Schema } from './schema.ts';
import { isSurelyValid } from './surely-valid.ts';

/** One fault of a value: an entry of the 422 body. */
export interface Fault extends ErrorEntry {
  readonly code: ValidationCode;
  readonly attribute: string;
  readonly message: string;
}

/** The formats that have a code of their own; a fault of any other kind is a `format_error` (U-37). */
const formatCodes: Readonly<Record<string, ValidationCode>> = {
  email: 'email_error',
  sms: 'sms_error',
  url: 'url_error',
  iso_time: 'time_error',
  days_of_the_week: 'days_of_the_week_error',
};

/** All faults of `value`, one entry each, in the order of the schema; none when it is valid. */
export function faultsOf(schema: Schema, value: unknown): Fault[] {
  return placedFaultsOf(schema, value).map(({ code, path }) => fault(code, attributeOf(path)));
}

/** The same faults by code and path. */
export function placedFaultsOf(
  schema: Schema,
  value: unknown,
): { code: ValidationCode; path: readonly PropertyKey[] }[] {
  const type = schema();
  if (isSurelyValid(type, value)) return [];
  const result = type.safeParse(value);
  if (result.success) return [];
  return result.error.issues.map((issue) => ({ code: codeOf(issue, type, value), path: issue.path }));
}

/** Makes the fault of an attribute. */
export function fault(
  code: ValidationCode,
  attribute: string,
  saying: string = VALIDATION_CODES[code],
): Fault {
  return { code, attribute, message: `${attribute} ${saying}` };
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

const isLength = (origin: string) => origin === 'string' || origin === 'array';

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  // The issue's path leads through objects that zod has walked.
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);
}
