import { endpointNamed } from '../../contract/find-endpoint.ts';
import type { RequestEnvelope } from '../../contract/schema/envelope.ts';
import { fastAccepts } from '../../contract/schema/fast-path.ts';
import { BATCH_LIMIT } from '../../contract/schema/layout.ts';
import { attributeOf, lossIn, withoutUndefined } from '../../contract/schema/lossy.ts';
import { definitionOf, type Schema } from '../../contract/schema/schema.ts';
import { issuesOf } from '../../contract/schema/validation.ts';
import type { InputIssue } from '../../core/errors.ts';
import { isObject } from '../../core/is-object.ts';
import { inputError, queryIssues, shapeIssue } from './check-query.ts';
import { kindOf } from './kind-of.ts';
import { unknownMembers } from './unknown-members.ts';

/** Throws an {@link InputError} with all issues of the body and the query of an operation, if there are any. */
export function checkInput(operation: string, body: unknown, query: unknown): void {
  const endpoint = endpointNamed(operation);
  const issues = [
    ...(endpoint?.body ? bodyIssues(operation, endpoint.body, body) : []),
    ...(endpoint?.query && query !== undefined ? queryIssues(endpoint.query, query) : []),
  ];
  if (issues.length > 0) throw inputError(`client.${operation}`, issues);
}

function bodyIssues(operation: string, envelope: RequestEnvelope, body: unknown): InputIssue[] {
  const problem = shapeProblem(operation, envelope, body);
  if (problem) return [shapeIssue(problem)];
  if (!Array.isArray(body)) return recordIssues(envelope.item, body);
  if (body.length === 0 || body.length > BATCH_LIMIT) return [countIssue(envelope.name, body.length)];
  return body.flatMap((record, i) => recordIssues(envelope.item, record).map((issue) => within(i, issue)));
}

/** All issues of a record of a batch operation. */
export function batchIssues(operation: string, record: unknown): InputIssue[] {
  const item = endpointNamed(operation)?.body?.item;
  return item ? recordIssues(item, record) : [];
}

function recordIssues(item: Schema, record: unknown): InputIssue[] {
  if (fastAccepts(item(), record, true)) return [];
  if (isWrapped(item, record)) return [shapeIssue('is already wrapped: the SDK adds the envelope itself')];
  const issues = [...issuesOf(item, withoutUndefined(record)), ...unknownMembers(item(), record)];
  const loss = lossIn(record);
  const attribute = loss && attributeOf(loss.path);
  if (!loss || attribute === undefined || issues.some((issue) => issue.attribute === attribute))
    return issues;
  return [...issues, { code: 'format_error', attribute, message: `${attribute} ${loss.problem}` }];
}

/** Describes the problem with a body of the wrong shape, and how to write it. */
function shapeProblem(
  operation: string,
  { kind, name, item }: RequestEnvelope,
  body: unknown,
): string | undefined {
  const isMany = kind === 'batch' || kind === 'list';
  if ((isMany ? Array.isArray(body) : isObject(body)) && !isWrapped(item, body, name)) return undefined;
  const call = `client.${operation}`;
  const advice = `write ${call}(${isMany ? '[{ … }, { … }]' : '{ … }'})`;
  if (isWrapped(item, body, name)) return `the SDK adds the envelope itself: ${advice}`;
  if (Array.isArray(body)) {
    const batch = endpointNamed(`${operation}Batch`) ? ` or ${call}Batch([ … ])` : '';
    return `expected one record, not an array: ${advice}${batch}`;
  }
  const actual = isObject(body) ? 'one record' : kindOf(body);
  const form = formOf(operation, item);
  return `expected ${isMany ? 'an array of records' : 'a record'}, not ${actual}: write ${call}(${isMany ? `[${form}, { … }]` : form})`;
}

/** The arguments of a call up to its record, which shows the members that it needs. */
function formOf(operation: string, item: Schema): string {
  const { path = '' } = endpointNamed(operation) ?? {};
  const placeholders = (path.match(/\{\w+\}/g) ?? []).filter((name) => name !== '{account_id}');
  const members = Object.entries(definitionOf(item()).shape ?? {});
  const needed = members.filter(([, type]) => type._zod.def.type !== 'optional').map(([name]) => name);
  const record = [...needed, ...(needed.length < members.length ? ['…'] : [])].join(', ');
  return [...placeholders.map((name) => name.slice(1, -1)), `{ ${record} }`].join(', ');
}

/** Whether a value is wrapped, as in `{ batches: … }` or `{ subscribers: [ … ] }`, rather than a record. */
function isWrapped(item: Schema, value: unknown, name?: string): boolean {
  if (!isObject(value)) return false;
  const [only, second] = Object.keys(value);
  if (only === undefined || second !== undefined || Object.hasOwn(definitionOf(item()).shape ?? {}, only))
    return false;
  const inside = value[only];
  return only === name || only === 'batches' || (Array.isArray(inside) && inside.every(isObject));
}

const countIssue = (name: string, count: number): InputIssue => ({
  code: 'length_error',
  attribute: name,
  message: `${name} has ${count} records, but a batch must have 1 to ${BATCH_LIMIT}`,
});

/** The issue, with the index of its record. */
function within(index: number, { code, attribute, message }: InputIssue): InputIssue {
  const record = `[${index}]`;
  return attribute
    ? { code, attribute: `${record}.${attribute}`, message: `${record}.${message}` }
    : { code, attribute: record, message: `${record} ${message.trim()}` };
}
