import { nearestName } from '@trickle/sdk/contract';
import { fieldsOf } from '../operations/fields.ts';
import { type FieldPath, findFieldPath } from './field-path.ts';
import type { Target } from './targets.ts';

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
