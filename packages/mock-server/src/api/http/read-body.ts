import type { Pause } from '../../shared/platform/timers.ts';
import { invalidEscape } from '../../shared/values/encoded-url.ts';
import { exceededLimit, invalidJsonEscape, parseStored } from '../../shared/values/json.ts';
import { brokenBody, encodedBody, HttpError, malformed, tooLong, unparsable } from './errors.ts';

/** Maximum nesting. Deeper JSON could overflow the stack of recursive code. */
const DEPTH_LIMIT = 100;

/**
 * Reads a request's body as text. Throws 413 as soon as it exceeds `limit` bytes, 415 if it is encoded, and 400 if it is
 * not UTF-8 or the connection breaks.
 */
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

/**
 * Maximum body in bytes of requests without credentials: of pages, forms and OAuth. Pages send at most 64 KB at once
 * (`keepalive`).
 */
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

/**
 * Parses JSON regardless of the media type. Throws 400 for invalid JSON, and 422 if it has more than `maxValues`
 * values, counting members of objects and lists on all levels.
 */
// Unspecified: U-42
export function parseJson(text: string, maxValues?: number): unknown {
  assertSent(text);
  if (maxValues !== undefined) {
    assertWithinLimits(text, maxValues); // of its depth too
    return parse(text);
  }
  const json = parse(text);
  if (isDeeper(json, DEPTH_LIMIT)) throw tooDeep();
  return json;
}

/** Parses JSON as `parseJson` does. A long text takes several turns of the event loop. */
export async function parseInTurns(text: string, maxValues: number, pause: Pause): Promise<unknown> {
  assertSent(text);
  await pause();
  assertWithinLimits(text, maxValues);
  await pause();
  return parse(text, parseStored);
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
export function parse(text: string, read: (text: string) => unknown = parseStored): unknown {
  const invalid = invalidJsonEscape(text);
  if (invalid !== undefined)
    throw malformed(`${invalid} in the body is no character. Send whole characters, without NUL.`);
  try {
    return read(text);
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    if (!(error instanceof SyntaxError)) throw error;
    throw malformed(`The body is not JSON: ${error.message}`);
  }
}

/** Whether a value is nested more than `levels` deep. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const members = Object.values(value);
  return levels === 0 ? members.length > 0 : members.some((member) => isDeeper(member, levels - 1));
}
