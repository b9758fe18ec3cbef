import type { AnsweredRequest } from '../api/http/record-request.ts';

/** Control characters that affect a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;
/** Maximum length of a line. */
const MAX_LENGTH = 500;

const printableLine = (text: string) => {
  const safe = text.replaceAll(CONTROL, '\ufffd');
  return safe.length > MAX_LENGTH ? `${safe.slice(0, MAX_LENGTH)}…` : safe;
};

/** Formats a request for `--verbose`: one line, plus one per warning. */
export function requestLines(request: AnsweredRequest): string {
  const { at, method, path, query, status, milliseconds, problem, warnings, faultId } = request;
  const parameters = new URLSearchParams(query).toString();
  const line = [
    at.slice(11, 19),
    method,
    path + (parameters === '' ? '' : `?${parameters}`),
    status === undefined ? 'dropped' : String(status),
    `${Math.round(milliseconds)} ms`,
    ...(faultId === undefined ? [] : [`(fault ${faultId})`]),
  ].join(' ');
  const details = [
    ...(problem === undefined ? [] : [problem]),
    ...warnings.map((text) => `warning: ${text}`),
  ];
  return [line, ...details.map((detail) => `         ${detail}`)]
    .map((text) => `${printableLine(text)}\n`)
    .join('');
}
