import type { Endpoint } from '../contract/endpoint.ts';
import { PERSON_UPDATES } from '../contract/person-updates.ts';
import { isObject } from '../input/unknown-members.ts';

const MEMBERS = ['id', 'email', 'visitor_uuid', 'new_email'];

/** By which names a call updates a person; none when it updates nobody, or many. */
export function namedPeople(
  endpoint: Pick<Endpoint, 'path'>,
  path: readonly string[],
  body: unknown,
): string[] {
  if (!PERSON_UPDATES.has(endpoint)) return [];
  if (path.length === 0) return namesIn(body);
  const placeholders = endpoint.path.match(/\{(?!account_id)\w+\}/g) ?? [];
  const named = path.filter((_, i) => /^\{(?:id_or_)?email\}$/.test(placeholders[i] ?? ''));
  return [...named.map(nameOf), ...namesIn(body)];
}

/** By which names a record tells of a person. */
export function namesIn(record: unknown): string[] {
  if (!isObject(record)) return [];
  return MEMBERS.flatMap((member) => {
    const value = record[member];
    return typeof value === 'string' && value !== '' ? nameOf(value) : [];
  });
}

/** The service does not tell addresses apart by case. */
const nameOf = (value: string) => (value.includes('@') ? value.trim().toLowerCase() : value);
