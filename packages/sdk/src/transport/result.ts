import type { ResponseEnvelope } from '../contract/envelope.ts';
import { type RequestSummary, ResponseFormatError } from '../errors.ts';
import { isObject } from '../input/unknown-members.ts';
import type { Answer } from './exchange.ts';

/**
 * The body of an answer of success, which the envelope can be taken off; undefined when there is none. Only the envelope is looked at: members that the service adds, and
 * values that it adds to an enumeration, must not break anybody.
 */
export function bodyOf(
  envelope: ResponseEnvelope<unknown>,
  { response, text }: Answer,
  request: RequestSummary,
): unknown {
  const carriesNothing = envelope.kind === 'none' || envelope.kind === 'empty';
  if (carriesNothing && text === '') return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new ResponseFormatError(request, response, text, { cause });
  }
  if (!fits(envelope, body)) throw new ResponseFormatError(request, response, text);
  return body;
}

function fits({ kind, name }: ResponseEnvelope, body: unknown): boolean {
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
