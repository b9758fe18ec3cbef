import type { RecordedResponse } from '../../observe/request-log/log.ts';

/** The responses that were made from text, so that the request log need not read their streams. */
const recorded = new WeakMap<Response, RecordedResponse>();

/** The recorded part of a response body, in characters. */
// Unspecified: U-189
const MAX_RECORDED = 65_536;

/** Makes a response from a text, which the request log can record. */
export function textResponse(
  text: string,
  init: { readonly status: number; readonly headers: Record<string, string> },
): Response {
  const response = new Response(text, init);
  recorded.set(response, recordingOf(text, init.headers));
  return response;
}

function recordingOf(text: string, headers: Record<string, string>): RecordedResponse {
  if (text.length <= MAX_RECORDED) return { headers, body: text, isTruncated: false };
  // A slice would keep the whole text in memory.
  const body = Buffer.from(text.slice(0, MAX_RECORDED)).toString('utf8');
  return { headers, body, isTruncated: true };
}

/** Copies the record of a response to another one that takes its place. */
export function recordAs<R extends Response>(replacement: R, original: Response): R {
  const record = recorded.get(original);
  if (record) recorded.set(replacement, { ...record, headers: replacement.headers });
  return replacement;
}

/** The part of a response that the request log records. */
export const recordOf = (response: Response): RecordedResponse =>
  recorded.get(response) ?? { headers: response.headers, body: undefined, isTruncated: false };
