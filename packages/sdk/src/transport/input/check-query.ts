import { fastAccepts } from '../../contract/schema/fast-path.ts';
import type { Schema } from '../../contract/schema/schema.ts';
import { issuesOf } from '../../contract/schema/validation.ts';
import { InputError, type InputIssue } from '../../core/errors.ts';
import { isObject } from '../../core/is-object.ts';
import { isCallOption } from '../../options.ts';
import { unknownMembers } from './unknown-members.ts';

/** Throws an {@link InputError} with every fault of a query. `call` is what the caller wrote. */
export function checkQuery(call: string, schema: Schema, query: unknown): void {
  const issues = queryIssues(schema, query);
  if (issues.length > 0) throw refusal(call, issues);
}

/** Every fault of a query. */
export function queryIssues(schema: Schema, query: unknown): InputIssue[] {
  if (fastAccepts(schema(), query, true)) return [];
  if (!isObject(query)) return [shapeIssue('the query must be an object')];
  const unknown = unknownMembers(schema(), query).map((issue) =>
    isCallOption(issue.attribute)
      ? { ...issue, message: `${issue.attribute} is an option: give it in the argument after the query` }
      : issue,
  );
  return [...issuesOf(schema, query), ...unknown];
}

/** A fault of the input as a whole. */
export const shapeIssue = (message: string): InputIssue => ({ code: 'shape_error', attribute: '', message });

const MAX_LISTED = 5;

/** The error of a call, `client.tags.apply`, that has these faults. */
export function refusal(call: string, issues: readonly InputIssue[]): InputError {
  const told = issues.slice(0, MAX_LISTED).map(({ message }) => message);
  const more = issues.length - told.length;
  const list = told.join('; ') + (more > 0 ? `; and ${more} more in \`faults\`` : '');
  return new InputError(`${call} was not sent: ${list}${list.endsWith('?') ? '' : '.'}`, issues);
}
