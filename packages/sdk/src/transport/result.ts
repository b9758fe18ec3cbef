import type { ResponseLayout } from '../contract/schema/layout.ts';
import { type RequestSummary, ResponseFormatError } from '../core/errors.ts';
import { isObject } from '../core/is-object.ts';
import type { Answer } from './send.ts';

/**
 * Parses the body of a successful response; undefined without a body. Checks its envelope only, since members and values
 * that the service adds later must not break clients.
 */
export function bodyOf(layout: ResponseLayout, { response, text }: Answer, request: RequestSummary): unknown {
  const hasNoResult = layout.kind === 'none' || layout.kind === 'empty';
  if (hasNoResult && text === '') return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new ResponseFormatError(request, response, text, { cause });
  }
  if (!fits(layout, body)) throw new ResponseFormatError(request, response, text);
  return body;
}

function fits({ kind, name }: ResponseLayout, body: unknown): boolean {
  if (!isObject(body)) return false;
  const records = body[name];
  switch (kind) {
    case 'one':
      return Array.isArray(records) && records.length > 0;
    case 'many':
      return Array.isArray(records);
    case 'page':
      return Array.isArray(records) && isObject(body.meta);
    default:
      return true;
  }
}
