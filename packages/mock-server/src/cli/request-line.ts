import type { AnsweredRequest } from '../http/record-request.ts';

/** Characters that would steer a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;
/** How much is shown of one text. */
const LONGEST = 500;

const shown = (text: string) => {
  const safe = text.replaceAll(CONTROL, '\ufffd');
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST)}…` : safe;
};

/** A request for somebody who watches the server: one line, and one for each warning. */
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
  const notes = [...(problem === undefined ? [] : [problem]), ...warnings.map((text) => `warning: ${text}`)];
  return [line, ...notes.map((note) => `         ${note}`)].map((text) => `${shown(text)}\n`).join('');
}
