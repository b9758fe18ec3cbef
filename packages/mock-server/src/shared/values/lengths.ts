import { attributeOf, issue, type ValidationIssue } from '@trickle/sdk/contract';

/** The maximum length of tags, of names that identify records, and of field names. */
export const MAX_NAME_LENGTH = 255;

/** The maximum length of other values. */
export const MAX_VALUE_LENGTH = 5000;

/** The maximum length of an object of properties or custom fields: its names and values together. */
export const MAX_OBJECT_LENGTH = 100_000;

/** The members that identify records. PostgreSQL refuses index entries over 2,700 bytes: three of 255 characters fit. */
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

/** A name or a value that is too long, by its path. */
interface TooLong {
  readonly path: readonly PropertyKey[];
  readonly limit: number;
}

/** Describes the names and values of a record that are too long for the database, wherever they are in it. */
export const lengthIssues = (record: unknown): readonly ValidationIssue[] =>
  tooLongIn(record).map(({ path, limit }) => {
    const shown = path.map((key) =>
      typeof key === 'string' && key.length > MAX_NAME_LENGTH ? `${key.slice(0, MAX_NAME_LENGTH)}…` : key,
    );
    return issue('length_error', attributeOf(shown), `is longer than ${limit} characters`);
  });

/** Finds the names and values of a record that are too long for the database. */
// Unspecified: U-320
export function tooLongIn(record: unknown): readonly TooLong[] {
  const found: TooLong[] = [];
  measure(record, { path: [], member: '', found });
  return found;
}

interface Place {
  readonly path: readonly PropertyKey[];
  /** The name of the nearest member: items of a list have the name of their list. */
  readonly member: string;
  readonly found: TooLong[];
}

/** Adds what is too long in a value. Returns the length of all names and values in it. */
function measure(value: unknown, { path, member, found }: Place): number {
  if (typeof value === 'string') {
    const limit = maxLengthOf(member);
    if (value.length > limit) found.push({ path, limit });
    return value.length;
  }
  if (typeof value !== 'object' || value === null) return 1;
  let length = 0;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      length += measure(item, { path: [...path, index], member, found });
    }
    return length;
  }
  const isOwn = OBJECTS.has(member) || member === ANY_NAME;
  for (const [name, item] of Object.entries(value)) {
    if (name.length > MAX_NAME_LENGTH) {
      found.push({ path: [...path, name], limit: MAX_NAME_LENGTH });
    } else {
      length +=
        name.length + measure(item, { path: [...path, name], member: isOwn ? ANY_NAME : name, found });
    }
  }
  if (OBJECTS.has(member) && length > MAX_OBJECT_LENGTH) found.push({ path, limit: MAX_OBJECT_LENGTH });
  return length;
}
