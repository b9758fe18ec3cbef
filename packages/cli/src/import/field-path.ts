import { didYouMean, nearestName } from '@trickle/sdk/contract';
import { type Field, fieldsOf, isOpen, type Kind } from '../operations/fields.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Target } from './targets.ts';

export interface FieldPath {
  /** `['custom_fields', 'plan']` */
  readonly path: readonly string[];
  readonly field: Field;
}

const KINDS: Readonly<Record<string, Kind>> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  json: 'object',
};

/**
 * Finds the field that a name means: `email`, `billing_address.city`, `custom_fields.plan`. Custom names may have a type,
 * as in `properties.total:number`.
 *
 * @throws {@link UsageError} when there is none.
 */
export function fieldPathOf(target: Target, name: string): FieldPath {
  const [, written = name, type] = /^(.*):(text|number|boolean|json)$/s.exec(name) ?? [];
  const result = find(fieldsOf(target.item), written.split('.'), isOpen(target.item));
  if (!result) throw unknownField(target, written);
  const kind = type && KINDS[type];
  return kind ? { ...result, field: { ...result.field, kind, format: undefined } } : result;
}

/** Like {@link fieldPathOf}, but returns undefined if there is none. */
export function findFieldPath(target: Target, name: string): FieldPath | undefined {
  return find(fieldsOf(target.item), name.split('.'), false);
}

/** The place for an unmatched column; undefined if the records have no custom members. */
export function ownFieldPath(target: Target, column: string): FieldPath | undefined {
  const { own: ownMember } = target;
  if (ownMember === undefined) return undefined;
  // Custom field identifiers are lower case with underscores; other names are free.
  const name = ownMember === 'custom_fields' ? identifierOf(column) : column.trim();
  return name === ''
    ? undefined
    : { path: ownMember === '' ? [name] : [ownMember, name], field: ownField(name) };
}

function find(fields: readonly Field[], path: readonly string[], takesOwn: boolean): FieldPath | undefined {
  const [name = '', ...rest] = path;
  const field = fields.find((candidate) => candidate.name === name);
  if (!field)
    return takesOwn && name !== '' ? { path: [path.join('.')], field: ownField(path.join('.')) } : undefined;
  if (rest.length === 0) return { path: [name], field };
  const below = rest.join('.');
  if (below === '') return undefined;
  if (field.kind === 'map') return { path: [name, below], field: ownField(below) };
  if (field.kind !== 'object') return undefined;
  const inside = find(field.members, rest, field.isOpen);
  return inside && { path: [name, ...inside.path], field: inside.field };
}

const ownField = (name: string): Field => ({
  ...{ name, kind: 'text', isRequired: false, isNullable: true, format: undefined },
  ...{ values: [], members: [], isOpen: false },
});

const identifierOf = (column: string) =>
  column
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');

function unknownField(target: Target, name: string): UsageError {
  const fields = fieldsOf(target.item).map((field) => field.name);
  const hint = didYouMean(name, fields);
  const alternative = target.own ? `, or ${target.own}.<name>` : '';
  return new UsageError(
    hint
      ? `No field is named '${name}'${hint}`
      : `No field is named '${name}'. Fields: ${fields.join(', ')}${alternative}.`,
  );
}

/** Other names for fields, in plain letters. */
const ALIASES: Readonly<Record<string, string>> = {
  ...{ emailaddress: 'email', mail: 'email', mailaddress: 'email', emails: 'email' },
  ...{ givenname: 'first_name', forename: 'first_name', surname: 'last_name', familyname: 'last_name' },
  ...{ zipcode: 'zip', postalcode: 'zip', postcode: 'zip', province: 'state', region: 'state' },
  ...{ phonenumber: 'phone', telephone: 'phone', tel: 'phone', address: 'address1', street: 'address1' },
  ...{ addressline1: 'address1', addressline2: 'address2', town: 'city', timezone: 'time_zone' },
  ...{ smsphone: 'sms_number', smsphonenumber: 'sms_number', ip: 'ip_address', externalid: 'user_id' },
  ...{ event: 'action', eventname: 'action', timestamp: 'occurred_at', label: 'tags', labels: 'tags' },
};

/** Letters and digits only, in lower case, without accents. */
export const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** How certainly a column names a field: exactly, in another spelling, or by an alias. */
export type Certainty = 'exact' | 'spelling' | 'alias';

export interface NamedField {
  readonly to: FieldPath;
  readonly certainty: Certainty;
}

export function namedField(target: Target, column: string): NamedField | undefined {
  const exact = findFieldPath(target, column.trim());
  if (exact) return { to: exact, certainty: 'exact' };
  const name = plain(column);
  const names = fieldsOf(target.item).map((field) => field.name);
  const same = names.find((field) => plain(field) === name);
  const fieldName = same ?? names.find((field) => field === ALIASES[name]);
  const to = fieldName === undefined ? undefined : findFieldPath(target, fieldName);
  return to && { to, certainty: same === undefined ? 'alias' : 'spelling' };
}

/** The field named by a column with a typo. */
export function nearlyNamedField(target: Target, column: string): FieldPath | undefined {
  const name = plain(column);
  // In very short names, one letter makes a different word: zip and ip.
  if (name.length < 4) return undefined;
  const nearest = nearestName(
    name,
    fieldsOf(target.item).map((field) => field.name),
  );
  return nearest === undefined ? undefined : findFieldPath(target, nearest);
}

export function isReadOnly(target: Target, column: string): boolean {
  const [name = ''] = column.trim().split('.');
  return (target.resource ? fieldsOf(target.resource) : []).some((field) => field.name === name);
}
