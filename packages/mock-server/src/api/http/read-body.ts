import { brokenBody, HttpError, malformed, tooLong, unparsable } from './errors.ts';
import { exceededLimit } from './json-limits.ts';

/** Maximum nesting. Deeper JSON could overflow the stack of recursive code. */
const DEPTH_LIMIT = 100;

/**
 * Reads a request's body as text. Throws 413 as soon as it exceeds `limit` bytes, and 400 if the connection breaks.
 */
// Unspecified: U-07
export async function readText(request: Request, limit: number): Promise<string> {
  const announced = request.headers.get('content-length');
  if (Number(announced) > limit) throw tooLong(limit);
  try {
    return await (announced === null ? readStream(request.body, limit) : request.text());
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw brokenBody; // not an internal error
  }
}

async function readStream(body: ReadableStream<Uint8Array> | null, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > limit) throw tooLong(limit);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Parses JSON regardless of the media type. Throws 400 for invalid JSON, and 422 if it has more than `maxValues`
 * values, counting members of objects and lists on all levels.
 */
// Unspecified: U-42
export function parseJson(text: string, maxValues?: number): unknown {
  if (text.trim() === '') throw malformed('The body is empty; JSON was expected.');
  if (maxValues !== undefined) {
    assertWithinLimits(text, maxValues); // of its depth too
    return parse(text);
  }
  const json = parse(text);
  if (isDeeper(json, DEPTH_LIMIT)) throw tooDeep();
  return json;
}

const tooDeep = () => unparsable(`The body is more than ${DEPTH_LIMIT} levels deep.`);

/** Asserts the limits before parsing, to save memory. */
function assertWithinLimits(text: string, maxValues: number): void {
  const exceeded = exceededLimit(text, { values: maxValues, levels: DEPTH_LIMIT });
  if (exceeded === 'values') throw unparsable(`The body has more than ${maxValues} values.`);
  if (exceeded === 'levels') throw tooDeep();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
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
