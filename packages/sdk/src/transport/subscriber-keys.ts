import { isObject } from '../core/is-object.ts';
import type { Operation } from './operation.ts';

const MEMBERS = ['id', 'email', 'visitor_uuid', 'new_email'];

/** By which names a call updates a person; none when it updates nobody, or many. */
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

/** By which names a record tells of a person. */
export function namesIn(record: unknown): string[] {
  if (!isObject(record)) return [];
  const names: string[] = [];
  for (const member of MEMBERS) {
    const value = record[member];
    if (typeof value === 'string' && value !== '') names.push(nameOf(value));
  }
  return names;
}

/** The service does not tell addresses apart by case. */
const nameOf = (value: string) => (value.includes('@') ? value.trim().toLowerCase() : value);
