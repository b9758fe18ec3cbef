import { BATCH_LIMIT, contract, type Endpoint, issue, type ValidationIssue } from '@trickle/sdk/contract';
import { DomainError, invalidAttribute } from '../../domain/errors.ts';
import { BatchReader, type ParsedRecord, parseRecord } from '../../domain/records/parse-record.ts';
import { CoercionReport, MAX_WARNINGS, show, type Warning } from '../../shared/coercion/findings.ts';
import { type Pause, turns } from '../../shared/platform/timers.ts';
import { invalidEscape } from '../../shared/values/encoded-url.ts';
import {
  exceededLimit,
  invalidJsonEscape,
  isObject,
  parseStored,
  tryParseJson,
} from '../../shared/values/json.ts';
import {
  brokenBody,
  encodedBody,
  HttpError,
  inexact,
  invalidAttributes,
  malformed,
  refusalIn,
  tooLong,
  unparsable,
} from './errors.ts';
import type { ApiServer, OperationRequest } from './handler.ts';

/** Maximum nesting. Deeper JSON could overflow the stack of recursive code. */
const DEPTH_LIMIT = 100;

/** Reads a body as text. Throws 413 as soon as it exceeds `limit` bytes, 415 if it is encoded, 400 if it is not UTF-8 or ends early. */
// Unspecified: U-07
export async function readText(request: Request, limit: number): Promise<string> {
  const announced = request.headers.get('content-length');
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding.trim().toLowerCase() !== 'identity') throw encodedBody(encoding);
  if (Number(announced) > limit) throw tooLong(limit);
  try {
    const body = announced === null ? readStream(request.body, limit) : request.arrayBuffer();
    return decoded(await body, request.headers.get('content-type') ?? '');
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw brokenBody; // not an internal error
  }
}

/** Maximum body in bytes of requests without credentials: of pages, forms and OAuth. Pages send at most 64 KB at once (`keepalive`). */
// Unspecified: U-133
export const PUBLIC_BODY_LIMIT = 64 * 1024;

/** Reads the parameters of a form that is posted without credentials. */
export const readForm = async (request: Request, limit: number): Promise<URLSearchParams> =>
  parseForm(await readText(request, Math.min(limit, PUBLIC_BODY_LIMIT)));

const MAX_PARAMETERS = 1000;

/**
 * Parses an urlencoded form. Throws 422 for more than 1000 parameters. For every name without `=`, `URLSearchParams` of
 * Node.js searches the whole rest for one, which takes quadratic time, so each name gets its own.
 */
export function parseForm(text: string): URLSearchParams {
  const pairs = text.split('&', MAX_PARAMETERS + 1);
  if (pairs.length > MAX_PARAMETERS) {
    throw unparsable(`The form has more than ${MAX_PARAMETERS} parameters.`);
  }
  const named = pairs.map((pair) => (pair === '' || pair.includes('=') ? pair : `${pair}=`));
  return new URLSearchParams(named.join('&'));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a body. Throws 400 unless it is UTF-8, which would otherwise be stored as other characters. */
// Unspecified: U-333
function decoded(body: ArrayBuffer | Uint8Array, type: string): string {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw malformed('The body is not UTF-8. Send it as UTF-8, whatever charset its media type names.');
  }
  const invalid = type.startsWith(FORM) ? invalidEscape(text) : undefined;
  if (invalid !== undefined)
    throw malformed(`${invalid} in the body is not UTF-8, or NUL. Percent-encode UTF-8, without NUL.`);
  return text;
}

const FORM = 'application/x-www-form-urlencoded';

async function readStream(body: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > limit) throw tooLong(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Parses JSON of any media type. Throws 400 if it is invalid, and 422 for more than `maxValues` members of objects and lists on all levels. */
// Unspecified: U-42
export function parseJson(text: string, maxValues = Infinity): unknown {
  assertSent(text);
  assertWithinLimits(text, maxValues); // of its depth too
  return parse(text);
}

/** Parses JSON as `parseJson` does. A long text takes several turns of the event loop. */
async function parseInTurns(text: string, maxValues: number, pause: Pause): Promise<unknown> {
  assertSent(text);
  await pause();
  assertWithinLimits(text, maxValues);
  await pause();
  assertCharacters(text);
  await pause();
  return parsed(text, parseStored);
}

function assertSent(text: string): void {
  if (text.trim() === '') throw malformed('The body is empty; JSON was expected.');
}

const tooDeep = () => unparsable(`The body is more than ${DEPTH_LIMIT} levels deep.`);

/** Asserts the limits before parsing, to save memory. */
function assertWithinLimits(text: string, maxValues: number): void {
  const exceeded = exceededLimit(text, { values: maxValues, levels: DEPTH_LIMIT });
  if (exceeded === 'values') throw unparsable(`The body has more than ${maxValues} values.`);
  if (exceeded === 'levels') throw tooDeep();
}

/** Parses JSON of any depth. Throws 400 for invalid JSON. */
function parse(text: string): unknown {
  assertCharacters(text);
  return parsed(text, parseStored);
}

export function assertCharacters(text: string): void {
  const invalid = invalidJsonEscape(text);
  if (invalid !== undefined)
    throw malformed(`${invalid} in the body is not a character. Send whole characters, without NUL.`);
}

/** Parses JSON whose characters are valid. Throws 400 for invalid JSON. */
export function parsed(text: string, read: (text: string) => unknown): unknown {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    if (!(error instanceof SyntaxError)) throw error;
    throw malformed(`The body is not JSON: ${error.message}`);
  }
}

/** The query and the body of a request, or the error that answers it. */
export type ParsedRequest =
  | { readonly query: unknown; readonly input: unknown; readonly error?: undefined }
  | { readonly query?: undefined; readonly input?: undefined; readonly error: Error };

/** Reads the body of a request, up to its limit, and parses it and the query: 400, 413 and 422 are values. */
export const parseRequest = (server: ApiServer, request: OperationRequest): Promise<ParsedRequest> =>
  read(server, request).catch((error: unknown) => ({ error: refusalIn(error) }));

/** Maximum number of values in a body: members of objects and lists on all levels. */
// Unspecified: U-148
const MAX_VALUES = { individual: 50_000, batch: 500_000 } as const;

/** Reads query and body. Records warnings, even if it throws. */
// Unspecified: U-02
async function read(
  { bodyLimit, strict }: ApiServer,
  { endpoint, request, address, entry, warnings: pathWarnings }: OperationRequest,
): Promise<ParsedRequest> {
  const warnings = [...pathWarnings];
  const isRemoval = endpoint === contract.subscribers.remove;
  try {
    if (endpoint.body || isRemoval) entry.body = await readText(request, bodyLimit);
    const sent = isRemoval ? queryWithCampaign(address.query, entry.body, warnings) : address.query;
    const query = readQuery(endpoint, sent, warnings);
    const maxValues = MAX_VALUES[endpoint.limit ?? 'individual'];
    const input =
      endpoint.body && (await readInput(endpoint.body, { text: entry.body, maxValues }, warnings));
    if (strict && warnings.length > 0) throw inexact(warnings);
    return { query, input };
  } finally {
    if (warnings.length > 0) entry.warnings = warnings.slice(0, MAX_WARNINGS).map(({ text }) => text);
  }
}

/**
 * Reads the record or records of a request body, coerced and stripped to the schema. Adds a warning for each
 * coercion. Throws 422 `parsing_error` for a wrong envelope, and 422 with one entry per issue for invalid attributes.
 * Records of a batch are validated later, one by one.
 */
async function readInput(
  body: NonNullable<Endpoint['body']>,
  { text, maxValues }: { readonly text: string; readonly maxValues: number },
  warnings: Warning[],
): Promise<unknown> {
  const pause = turns(); // a large batch must not keep other requests waiting
  const json = await parseInTurns(text, maxValues, pause);
  if (!isObject(json)) throw unparsable('The body must be a JSON object.');
  if (body.kind === 'bare') return valid(parseRecord(body.item, json), warnings);
  if (body.kind === 'one') return valid(parseRecord(body.item, only(body.name, json)), warnings);
  const list = records(body.name, body.kind === 'batch' ? only('batches', json) : json);
  const reader = new BatchReader(body.item);
  const values: unknown[] = [];
  for (const record of list) {
    await pause();
    values.push(reader.read(record));
  }
  warnings.push(...reader.warnings);
  return values;
}

/** Returns a value without issues; throws 422 otherwise. */
function valid({ value, warnings: problems, issues }: ParsedRecord, warnings: Warning[]): unknown {
  warnings.push(...problems);
  if (issues.length > 0) throw new DomainError(issues);
  return value;
}

/** A page number beyond any data that is still a safe integer. */
const LAST_PAGE = 9_000_000_000_000;

/** Reads the query of a request. Throws 422 for invalid parameters. Invalid page numbers are tolerated. */
// Unspecified: U-38
export function readQuery(endpoint: Endpoint, text: string, warnings: Warning[]): unknown {
  const { query } = endpoint;
  if (!query && text === '') return {};
  const parameters = Object.fromEntries(new URLSearchParams(text));
  const values = query ? legacyQuery(endpoint, parameters) : parameters;
  for (const name of Object.keys(values)) if (values[name] === '') delete values[name];
  if (!query) {
    const findings = new CoercionReport({ kind: 'parameter' });
    for (const name of Object.keys(values)) findings.warnUnknown(name, []);
    warnings.push(...findings.warnings);
    return {};
  }
  for (const name of ['page', 'per_page']) if (values[name] !== undefined) readNumber(values, name, warnings);
  return valid(parseRecord(query, values, { kind: 'parameter' }), warnings);
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
    const members = Object.keys(json).slice(0, 3).join(', ') || 'nothing';
    throw unparsable(`The body must be { "${name}": [ { … } ] }; it has ${members}.`);
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

/** Lists that are not filtered by status by default. */
const unfiltered: readonly Endpoint[] = [
  contract.broadcasts.list,
  contract.campaigns.list,
  contract.workflows.list,
];

/** Maps a legacy query: `enabled` is an old name of a conversion's status `active`; older clients send `all` where it is now omitted. */
// Unspecified: U-14
function legacyQuery(endpoint: Endpoint, query: Record<string, string>): Record<string, string> {
  if (endpoint === contract.goals.list && query.status === 'enabled') return { ...query, status: 'active' };
  if (query.status !== 'all' || !unfiltered.includes(endpoint)) return query;
  const { status, ...rest } = query;
  return rest;
}

/** Adds a body's `campaign_id` to the query of an unsubscribe request that has none. Without, it would unsubscribe from all campaigns. */
// Unspecified: U-03
// Unspecified: U-05
export function queryWithCampaign(query: string, body: string, warnings: Warning[]): string {
  const parameters = new URLSearchParams(query);
  if (parameters.get('campaign_id')) return query;
  const id = campaignIn(body);
  if (id === undefined || id === null || id === '') return query;
  if (typeof id !== 'string' && typeof id !== 'number')
    throw invalidAttribute('format_error', 'campaign_id', 'must be a string');
  warnings.push({
    attribute: 'campaign_id',
    text: 'campaign_id is read from the body; it belongs in the query',
  });
  parameters.set('campaign_id', String(id));
  return parameters.toString();
}

/** Reads the campaign id from a body: JSON with or without an envelope, or a form. */
function campaignIn(body: string): unknown {
  const json = tryParseJson(body);
  if (json === undefined) return parseForm(body).get('campaign_id');
  const { campaign_id: id, subscribers } = (json ?? {}) as { campaign_id?: unknown; subscribers?: unknown };
  if (id !== undefined || !Array.isArray(subscribers)) return id;
  const [first] = subscribers;
  return ((first ?? {}) as { campaign_id?: unknown }).campaign_id;
}
