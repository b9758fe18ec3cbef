import { fastAccepts } from '../../contract/schema/fast-path.ts';
import type { Schema } from '../../contract/schema/schema.ts';
import { issuesOf } from '../../contract/schema/validation.ts';
import { InputError, type InputIssue } from '../../core/errors.ts';
import { isObject } from '../../core/is-object.ts';
import { isCallOption } from '../../options.ts';
import { unknownMembers } from './unknown-members.ts';

/** Throws an {@link InputError} with all issues of a query, if there are any. `call` names the method in errors. */
export function checkQuery(call: string, schema: Schema, query: unknown): void {
  const issues = queryIssues(schema, query);
  if (issues.length > 0) throw inputError(call, issues);
}

export function queryIssues(schema: Schema, query: unknown): InputIssue[] {
  if (fastAccepts(schema(), query, true)) return [];
  if (!isObject(query)) return [shapeIssue('the query must be an object')];
  const unknown = unknownMembers(schema(), query).map((issue) =>
    isCallOption(issue.attribute)
      ? { ...issue, message: `${issue.attribute} is an option: pass it in the argument after the query` }
      : issue,
  );
  return [...issuesOf(schema, query), ...unknown];
}

/** An issue of the whole input. */
export const shapeIssue = (message: string): InputIssue => ({ code: 'shape_error', attribute: '', message });

const MAX_LISTED = 5;

/** Makes the error for these issues of a call such as `client.tags.apply`. */
export function inputError(call: string, issues: readonly InputIssue[]): InputError {
  const listed = issues.slice(0, MAX_LISTED).map(({ message }) => message);
  const more = issues.length - listed.length;
  const list = listed.join('; ') + (more > 0 ? `; and ${more} more in \`issues\`` : '');
  return new InputError(`${call} was not sent: ${list}${list.endsWith('?') ? '' : '.'}`, issues);
}
