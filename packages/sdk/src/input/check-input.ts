import type { Endpoint } from '../contract/endpoint.ts';
import { BATCH_LIMIT, type RequestEnvelope } from '../contract/envelope.ts';
import type { Schema } from '../contract/schema.ts';
import { isSurelyValid } from '../contract/surely-valid.ts';
import { faultsOf } from '../contract/validation.ts';
import { InputError, type InputFault } from '../errors.ts';
import { isCallOption } from '../options.ts';
import { operationName } from './operation-name.ts';
import { isObject, membersOf, unknownMembers } from './unknown-members.ts';

/** Throws an {@link InputError} with every fault of this body and query, if there are any. */
export function checkInput(endpoint: Endpoint<unknown>, body: unknown, query: unknown): void {
  const faults = [
    ...(endpoint.body ? bodyFaults(endpoint, endpoint.body, body) : []),
    ...(endpoint.query && query !== undefined ? queryFaults(endpoint.query, query) : []),
  ];
  if (faults.length > 0) throw refusal(operationName(endpoint).call, faults);
}

/** Throws an {@link InputError} with every fault of a query. `call` is what the caller wrote. */
export function checkQuery(call: string, schema: Schema, query: unknown): void {
  const faults = queryFaults(schema, query);
  if (faults.length > 0) throw refusal(call, faults);
}

function bodyFaults(endpoint: Endpoint<unknown>, envelope: RequestEnvelope, body: unknown): InputFault[] {
  const problem = misshape(endpoint, envelope, body);
  if (problem) return [shapeFault(problem)];
  if (!Array.isArray(body)) return recordFaults(envelope.item, body);
  if (body.length === 0 || body.length > BATCH_LIMIT) return [countFault(envelope.name, body.length)];
  return body.flatMap((record, i) => recordFaults(envelope.item, record).map((fault) => within(i, fault)));
}

/** Every fault of one record. */
export function recordFaults(item: Schema, record: unknown): InputFault[] {
  if (isSurelyValid(item(), record, true)) return [];
  if (isWrapped(item, record)) return [shapeFault('is wrapped already: the SDK adds the envelope itself')];
  return [...faultsOf(item, record), ...unknownMembers(item(), record)];
}

function queryFaults(schema: Schema, query: unknown): InputFault[] {
  if (isSurelyValid(schema(), query, true)) return [];
  if (!isObject(query)) return [shapeFault('the query must be an object')];
  const unknown = unknownMembers(schema(), query).map((fault) =>
    isCallOption(fault.attribute)
      ? { ...fault, message: `${fault.attribute} is an option: give it in the argument after the query` }
      : fault,
  );
  return [...faultsOf(schema, query), ...unknown];
}

/** What is wrong with the body as a whole, with what to write instead. */
function misshape(
  endpoint: Endpoint<unknown>,
  { kind, name, item }: RequestEnvelope,
  body: unknown,
): string | undefined {
  const isMany = kind === 'batch' || kind === 'list';
  if ((isMany ? Array.isArray(body) : isObject(body)) && !isWrapped(item, body, name)) return undefined;
  const { call, batch } = operationName(endpoint);
  const advice = `write ${call}(${isMany ? '[{ … }, { … }]' : '{ … }'})`;
  if (isWrapped(item, body, name)) return `the SDK adds the envelope itself: ${advice}`;
  if (Array.isArray(body))
    return `one record is wanted, not an array: ${advice}${batch ? ` or ${batch}([ … ])` : ''}`;
  const given = isObject(body) ? 'one record' : body === null ? 'null' : typeof body;
  return `${isMany ? 'an array of records' : 'a record'} is wanted, not ${given}: ${advice}`;
}

/** Whether this is `{ batches: … }`, `{ subscribers: [ … ] }` or the like rather than a record. */
function isWrapped(item: Schema, value: unknown, name?: string): boolean {
  if (!isObject(value)) return false;
  const [only, second] = Object.keys(value);
  if (only === undefined || second !== undefined || Object.hasOwn(membersOf(item()) ?? {}, only))
    return false;
  const inside = value[only];
  return only === name || only === 'batches' || (Array.isArray(inside) && inside.every(isObject));
}

const shapeFault = (message: string): InputFault => ({ code: 'shape_error', attribute: '', message });

const countFault = (name: string, count: number): InputFault => ({
  code: 'length_error',
  attribute: name,
  message: `${name} holds ${count} records, and a batch takes 1 to ${BATCH_LIMIT}`,
});

/** The fault as one of the record at this index. */
function within(index: number, { code, attribute, message }: InputFault): InputFault {
  const record = `[${index}]`;
  return attribute
    ? { code, attribute: `${record}.${attribute}`, message: `${record}.${message}` }
    : { code, attribute: record, message: `${record} ${message.trim()}` };
}

const TOLD_AT_MOST = 5;

function refusal(call: string, faults: readonly InputFault[]): InputError {
  const told = faults.slice(0, TOLD_AT_MOST).map(({ message }) => message);
  const more = faults.length - told.length;
  const list = told.join('; ') + (more > 0 ? `; and ${more} more in \`faults\`` : '');
  return new InputError(`${call} was not sent: ${list}${list.endsWith('?') ? '' : '.'}`, faults);
}
