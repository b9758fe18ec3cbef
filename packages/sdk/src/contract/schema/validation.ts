import type * as z from 'zod/mini';
import { type ErrorEntry, VALIDATION_CODES, type ValidationCode } from './errors.ts';
import { fastAccepts } from './fast-path.ts';
import { attributeOf } from './lossy.ts';
import { definitionAt, type Schema } from './schema.ts';

/** A validation issue: an entry of the 422 body. */
export interface ValidationIssue extends ErrorEntry {
  readonly code: ValidationCode;
  readonly attribute: string;
  readonly message: string;
}

/** Error codes by format. All other formats have `format_error` (U-37). */
const formatCodes: Readonly<Record<string, ValidationCode>> = {
  email: 'email_error',
  email_list: 'email_address_list_error',
  sms: 'sms_error',
  url: 'url_error',
  iso_time: 'time_error',
  days_of_the_week: 'days_of_the_week_error',
};

/**
 * All issues of `value`, in the order of the schema; empty if it is valid. Violations of the `tolerated` formats are
 * ignored.
 */
export function issuesOf(schema: Schema, value: unknown, tolerated?: Formats): ValidationIssue[] {
  return placedIssuesOf(schema, value, tolerated).map(({ code, path, detail }) =>
    issue(code, attributeOf(path), detail),
  );
}

type Formats = ReadonlySet<string>;

interface PlacedIssue {
  readonly code: ValidationCode;
  readonly path: readonly PropertyKey[];
  /** The expected value, if it is more specific than the code. */
  readonly detail: string | undefined;
}

/** As {@link issuesOf}, by code and path. */
export function placedIssuesOf(schema: Schema, value: unknown, tolerated?: Formats): PlacedIssue[] {
  const type = schema();
  if (fastAccepts(type, value)) return [];
  const result = type.safeParse(value);
  if (result.success) return [];
  const isReported = (issue: z.core.$ZodIssue) =>
    issue.code !== 'invalid_format' || !tolerated?.has(issue.format);
  return result.error.issues.filter(isReported).map((issue) => {
    const code = codeOf(issue, type, value);
    return { code, path: issue.path, detail: detailOf(code, issue, type) };
  });
}

function detailOf(code: ValidationCode, issue: z.core.$ZodIssue, root: z.ZodMiniType): string | undefined {
  if (code === 'format_error') return wantedBy(issue);
  return code === 'range_error' ? rangeIn(issue, root) : alternativesIn(issue);
}

export function issue(
  code: ValidationCode,
  attribute: string,
  detail: string = VALIDATION_CODES[code],
): ValidationIssue {
  return { code, attribute, message: `${attribute} ${detail}` };
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
  string: 'a string',
  time_zone: 'an Olson time zone, like Europe/Lisbon',
};

/** Lists the alternatives to the missing member. */
function alternativesIn(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'custom' || issue.params?.rule !== 'one_of') return undefined;
  const [, ...others] = issue.params.names as readonly string[]; // see `needsOneOf`
  return `or ${others.join(' or ')} is required`;
}

/** Describes the expected value. */
function wantedBy(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return mustBe(WANTED[issue.expected]);
    case 'invalid_format':
      return mustBe(WANTED[issue.format]);
    case 'invalid_value':
      return mustBe(issue.values.length > 12 ? undefined : `one of ${issue.values.map(String).join(', ')}`);
    case 'invalid_union': {
      const kinds = issue.errors.map(([one]) => one?.code === 'invalid_type' && WANTED[one.expected]);
      return mustBe(kinds.every((kind) => kind) ? kinds.join(' or ') : undefined);
    }
    default:
      return undefined;
  }
}

const mustBe = (what: string | undefined) => what && `must be ${what}`;

/** The range of a number, if its schema has one. */
function rangeIn(issue: z.core.$ZodIssue, root: z.ZodMiniType): string | undefined {
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return undefined;
  const checks = definitionAt(root, issue.path)?.checks ?? [];
  const bounds = checks.map(({ _zod }) => _zod.def as Bound); // those of another kind have another `check`
  const least = bounds.find(({ check }) => check === 'greater_than');
  const most = bounds.find(({ check }) => check === 'less_than');
  const parts = [
    least && `${least.inclusive ? 'at least' : 'more than'} ${least.value}`,
    most && `${most.inclusive ? 'at most' : 'less than'} ${most.value}`,
  ];
  const text = parts.filter((part) => part !== undefined).join(' and ');
  return text === '' ? undefined : `${VALIDATION_CODES.range_error}: it must be ${text}`;
}

/** A check of a number, as zod defines it. */
interface Bound {
  readonly check: string;
  readonly value: number;
  readonly inclusive: boolean;
}

const isLength = (origin: string) => origin === 'string' || origin === 'array';

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  // The path of an issue leads through objects that zod has visited.
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);
}
