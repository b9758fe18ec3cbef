import { BATCH_LIMIT, type Endpoint, type Fault, fault } from '@trickle/sdk/contract';
import { readRecord } from '../domain/read-record.ts';
import { modernQuery } from './modern-query.ts';
import { invalidAttributes, unparsable } from './refusals.ts';

/**
 * The record or records of a request body. Refuses with 422 `parsing_error` when the envelope is wrong, and
 * with one entry per fault when attributes are. The records of a batch are looked at one by one later.
 */
export function readInput({ body }: Endpoint, json: unknown): unknown {
  if (!body) return undefined;
  if (!isObject(json)) throw unparsable('The body must be a JSON object.');
  if (body.kind === 'bare') return readRecord(body.item, json);
  if (body.kind === 'one') return readRecord(body.item, only(body.name, json));
  return records(body.name, body.kind === 'batch' ? only('batches', json) : json);
}

/** The query of a request; refuses with 422 when a parameter is wrong. Pages are read generously. */
// Unspecified: U-38
export function readQuery(endpoint: Endpoint, text: string): unknown {
  const { query } = endpoint;
  if (!query) return {};
  const values = modernQuery(endpoint, Object.fromEntries(new URLSearchParams(text)));
  for (const name of ['page', 'per_page']) {
    if (!/^-?\d{1,15}$/.test(values[name] ?? '')) delete values[name];
  }
  for (const name of Object.keys(values)) if (values[name] === '') delete values[name];
  return readRecord(query, values);
}

/** The one object of `{ <name>: [ object ] }`. */
function only(name: string, json: Record<string, unknown>): Record<string, unknown> {
  const list = json[name];
  if (!Array.isArray(list)) {
    const found = Object.keys(json).slice(0, 3).join(', ') || 'nothing';
    throw unparsable(`The body must be { "${name}": [ { … } ] }; it has ${found}.`);
  }
  const [first] = list;
  if (list.length !== 1 || !isObject(first)) {
    throw unparsable(`"${name}" must hold exactly one object; it holds ${list.length} values.`);
  }
  if (Object.keys(first).length === 1 && Array.isArray(first[name])) {
    throw unparsable(`"${name}" is wrapped twice: write { "${name}": [ { … } ] } once.`);
  }
  return first;
}

// Unspecified: U-08
function records(name: string, holder: Record<string, unknown>): readonly unknown[] {
  const list = holder[name];
  if (!Array.isArray(list)) throw unparsable(`"${name}" must be an array of 1 to ${BATCH_LIMIT} objects.`);
  if (list.length >= 1 && list.length <= BATCH_LIMIT) return list;
  const saying = `must hold 1 to ${BATCH_LIMIT} records; it holds ${list.length}`;
  const faults: Fault[] = [fault('length_error', name, saying)];
  throw invalidAttributes(faults);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
