import { BATCH_LIMIT, type Endpoint, issue, type ValidationIssue } from '@trickle/sdk/contract';
import { DomainError } from '../../domain/errors.ts';
import { BatchReader, examine, type Reading } from '../../domain/records/read-record.ts';
import { Findings, show, type Warning } from '../../shared/coercion/findings.ts';
import { defer, stopwatch } from '../../shared/platform/timers.ts';
import { invalidAttributes, unparsable } from './errors.ts';
import { legacyQuery } from './legacy-query.ts';

/**
 * Reads the record or records of a request body, coerced and stripped to the schema. Adds a warning for each
 * coercion. Throws 422 `parsing_error` for a wrong envelope, and 422 with one entry per issue for invalid attributes.
 * Records of a batch are validated later, one by one.
 */
export async function readInput({ body }: Endpoint, json: unknown, warnings: Warning[]): Promise<unknown> {
  if (!body) return undefined;
  if (!isObject(json)) throw unparsable('The body must be a JSON object.');
  if (body.kind === 'bare') return valid(examine(body.item, json), warnings);
  if (body.kind === 'one') return valid(examine(body.item, only(body.name, json)), warnings);
  const list = records(body.name, body.kind === 'batch' ? only('batches', json) : json);
  const reader = new BatchReader(body.item);
  const values: unknown[] = [];
  let elapsed = stopwatch();
  for (const record of list) {
    values.push(reader.read(record));
    if (elapsed() < MAX_TURN) continue;
    await new Promise<void>(defer); // a large batch must not keep other requests waiting
    elapsed = stopwatch();
  }
  warnings.push(...reader.warnings);
  return values;
}

/** Real milliseconds for which a batch is read at a time. */
const MAX_TURN = 20;

/** Returns a value without issues; throws 422 otherwise. */
function valid({ value, warnings: found, issues }: Reading, warnings: Warning[]): unknown {
  warnings.push(...found);
  if (issues.length > 0) throw new DomainError(issues);
  return value;
}

/** A page number beyond any data that is still a safe integer. */
const LAST_PAGE = 9_000_000_000_000;

/** Reads the query of a request. Throws 422 for invalid parameters. Invalid page numbers are tolerated. */
// Unspecified: U-38
export function readQuery(endpoint: Endpoint, text: string, warnings: Warning[]): unknown {
  const { query } = endpoint;
  const given = Object.fromEntries(new URLSearchParams(text));
  const values = query ? legacyQuery(endpoint, given) : given;
  for (const name of Object.keys(values)) if (values[name] === '') delete values[name];
  if (!query) {
    const findings = new Findings({ kind: 'parameter' });
    for (const name of Object.keys(values)) findings.warnUnknown(name, []);
    warnings.push(...findings.warnings);
    return {};
  }
  for (const name of ['page', 'per_page']) if (values[name] !== undefined) readNumber(values, name, warnings);
  return valid(examine(query, values, { kind: 'parameter' }), warnings);
}

function readNumber(values: Record<string, string>, name: string, warnings: Warning[]): void {
  const text = (values[name] ?? '').trim();
  if (/^-?\d+$/.test(text)) {
    values[name] = String(Math.max(-1, Math.min(Number(text), LAST_PAGE)));
  } else {
    warnings.push({ attribute: name, text: `${name} is read as absent: ${show(text)}` });
    delete values[name];
  }
}

/** Unwraps the single object of `{ <name>: [ object ] }`. */
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
  const message = `must hold 1 to ${BATCH_LIMIT} records; it holds ${list.length}`;
  const issues: ValidationIssue[] = [issue('length_error', name, message)];
  throw invalidAttributes(issues);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
