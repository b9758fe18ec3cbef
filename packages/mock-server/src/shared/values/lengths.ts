import { attributeOf, issue, type ValidationIssue } from '@trickle/sdk/contract';

/** The maximum length of tags, of names that identify records, and of field names. */
export const MAX_NAME_LENGTH = 255;

/** The maximum length of other values. */
export const MAX_VALUE_LENGTH = 5000;

/** The maximum length of an object of properties or custom fields: its names and values together. */
export const MAX_OBJECT_LENGTH = 100_000;

/**
 * The members that identify records. Indexes of the database contain them, and PostgreSQL refuses index entries of more
 * than 2,700 bytes: three names of 255 characters fit.
 */
const NAMES: ReadonlySet<string> = new Set([
  'id',
  'user_id',
  'visitor_uuid',
  'client_id',
  'token',
  'identifier',
  'action',
  'tag',
  'tags',
  'remove_tags',
  'campaign_id',
  'form_id',
  'person_id',
  'provider',
  'upstream_id',
  'order_upstream_id',
  'order_id',
  'cart_id',
  'product_id',
  'product_variant_id',
]);

/** The members that hold whole documents. Only the size of the request limits them. */
const DOCUMENTS: ReadonlySet<string> = new Set(['html_body', 'text_body']);

/** The objects whose names the client chooses. Nothing in them identifies a record. */
const OBJECTS: ReadonlySet<string> = new Set(['properties', 'custom_fields']);
/** Stands for the name of every member within such an object. */
const ANY_NAME = '*';

function maxLengthOf(member: string): number {
  if (NAMES.has(member)) return MAX_NAME_LENGTH;
  return DOCUMENTS.has(member) ? Number.POSITIVE_INFINITY : MAX_VALUE_LENGTH;
}

const tooLong = (path: readonly PropertyKey[], limit: number) =>
  issue('length_error', attributeOf(path), `is longer than ${limit} characters`);

/** Lists the names and values of a record that are too long for the database, wherever they are in it. */
// Unspecified: U-320
export function lengthIssues(record: unknown): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  measure(record, { path: [], member: '', issues });
  return issues;
}

interface Place {
  readonly path: readonly PropertyKey[];
  /** The name of the nearest member: items of a list have the name of their list. */
  readonly member: string;
  readonly issues: ValidationIssue[];
}

/** Adds the issues of a value. Returns the length of all names and values in it. */
function measure(value: unknown, { path, member, issues }: Place): number {
  if (typeof value === 'string') {
    const limit = maxLengthOf(member);
    if (value.length > limit) issues.push(tooLong(path, limit));
    return value.length;
  }
  if (typeof value !== 'object' || value === null) return 1;
  let length = 0;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      length += measure(item, { path: [...path, index], member, issues });
    }
    return length;
  }
  const isOwn = OBJECTS.has(member) || member === ANY_NAME;
  for (const [name, item] of Object.entries(value)) {
    if (name.length > MAX_NAME_LENGTH) {
      issues.push(tooLong([...path, `${name.slice(0, MAX_NAME_LENGTH)}…`], MAX_NAME_LENGTH));
    } else {
      length +=
        name.length + measure(item, { path: [...path, name], member: isOwn ? ANY_NAME : name, issues });
    }
  }
  if (OBJECTS.has(member) && length > MAX_OBJECT_LENGTH) issues.push(tooLong(path, MAX_OBJECT_LENGTH));
  return length;
}
