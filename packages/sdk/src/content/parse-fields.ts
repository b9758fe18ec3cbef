import { excerpt } from '../core/error-body.ts';
import { ContentFailure } from './content-error.ts';
import type { RawFields } from './read-fields.ts';
import type { StandardSchema, Verdict } from './standard-schema.ts';

/** Parses the fields of an entity with its schema; without one, returns them unchanged. */
export async function parseFields(
  entity: 'subscriber' | 'event',
  schema: StandardSchema | undefined,
  fields: RawFields,
): Promise<unknown> {
  if (schema === undefined) return fields;
  const result = await schema['~standard'].validate(fields);
  if (result.issues === undefined) return result.value;
  const problems = result.issues.map((issue) => format(entity, issue)).join(' ');
  // Permanent: a retry would send the same fields.
  throw new ContentFailure(excerpt(problems, 500), 422);
}

function format(
  entity: string,
  { path = [], message }: NonNullable<Verdict<unknown>['issues']>[number],
): string {
  const names = path.map((part) => `[${String(typeof part === 'object' ? part.key : part)}]`);
  return `${entity}${names.join('')}: ${message}${message.endsWith('.') ? '' : '.'}`;
}
