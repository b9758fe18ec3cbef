import { malformed, tooLong } from './refusals.ts';

/** The text of a request's body; refuses with 413 as soon as it is longer than `limit` bytes. */
// Unspecified: U-07
export async function readText(request: Request, limit: number): Promise<string> {
  const announced = request.headers.get('content-length');
  if (announced !== null) {
    if (Number(announced) > limit) throw tooLong(limit);
    return request.text();
  }
  if (!request.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    if (length > limit) throw tooLong(limit);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Reads JSON whatever media type it came with; refuses with 400 when it is none. */
// Unspecified: U-42
export function parseJson(text: string): unknown {
  if (text.trim() === '') throw malformed('The body is empty; JSON was expected.');
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw malformed(`The body is not JSON: ${error.message}`);
  }
}
