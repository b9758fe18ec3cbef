import type { RequestEnvelope } from '../contract/envelope.ts';
import { BATCH_LIMIT } from '../contract/layout.ts';
import type { Schema } from '../contract/schema.ts';
import { isSurelyValid } from '../contract/surely-valid.ts';
import { faultsOf } from '../contract/validation.ts';
import type { InputFault } from '../errors.ts';
import { queryFaults, refusal, shapeFault } from './check-query.ts';
import { endpointNamed } from './endpoint-named.ts';
import { isObject } from './is-object.ts';
import { kindOf } from './kind-of.ts';
import { membersOf, unknownMembers } from './unknown-members.ts';

/** Throws an {@link InputError} with every fault that body and query of this operation have, if there are any. */
export function checkInput(operation: string, body: unknown, query: unknown): void {
  const endpoint = endpointNamed(operation);
  const faults = [
    ...(endpoint?.body ? bodyFaults(operation, endpoint.body, body) : []),
    ...(endpoint?.query && query !== undefined ? queryFaults(endpoint.query, query) : []),
  ];
  if (faults.length > 0) throw refusal(`client.${operation}`, faults);
}

function bodyFaults(operation: string, envelope: RequestEnvelope, body: unknown): InputFault[] {
  const problem = misshape(operation, envelope, body);
  if (problem) return [shapeFault(problem)];
  if (!Array.isArray(body)) return recordFaults(envelope.item, body);
  if (body.length === 0 || body.length > BATCH_LIMIT) return [countFault(envelope.name, body.length)];
  return body.flatMap((record, i) => recordFaults(envelope.item, record).map((fault) => within(i, fault)));
}

/** Every fault of a record that this operation is to send with others. */
export function batchedFaults(operation: string, record: unknown): InputFault[] {
  const item = endpointNamed(operation)?.body?.item;
  return item ? recordFaults(item, record) : [];
}

function recordFaults(item: Schema, record: unknown): InputFault[] {
  if (isSurelyValid(item(), record, true)) return [];
  if (isWrapped(item, record)) return [shapeFault('is wrapped already: the SDK adds the envelope itself')];
  return [...faultsOf(item, record), ...unknownMembers(item(), record)];
}

/** What is wrong with the body as a whole, with what to write instead. */
function misshape(
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
    return `one record is wanted, not an array: ${advice}${batch}`;
  }
  const given = isObject(body) ? 'one record' : kindOf(body);
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
