import { isObject } from '../core/is-object.ts';
import type { Operation } from './operation.ts';

const MEMBERS = ['id', 'email', 'visitor_uuid', 'new_email'];

/** The identifiers of the subscriber that a call updates; an empty list if it updates no subscriber or several. */
export function subscriberKeys(
  operation: Pick<Operation, 'path' | 'updatesSubscriber'>,
  path: readonly string[],
  body: unknown,
): string[] {
  if (!operation.updatesSubscriber) return [];
  if (path.length === 0) return namesIn(body);
  const placeholders = operation.path.match(/\{(?!account_id)\w+\}/g) ?? [];
  const named = path.filter((_, i) => /^\{(?:id_or_)?email\}$/.test(placeholders[i] ?? ''));
  return [...named.map(nameOf), ...namesIn(body)];
}

/** The identifiers of a subscriber in a record. */
export function namesIn(record: unknown): string[] {
  if (!isObject(record)) return [];
  const names: string[] = [];
  for (const member of MEMBERS) {
    const value = record[member];
    if (typeof value === 'string' && value !== '') names.push(nameOf(value));
  }
  return names;
}

/** The service ignores the case of email addresses. */
const nameOf = (value: string) => (value.includes('@') ? value.trim().toLowerCase() : value);
