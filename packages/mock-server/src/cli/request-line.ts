import {
  columns,
  durationText,
  methodText,
  pageText,
  rendered,
  type Screen,
  shortened,
  statusText,
  styled,
  type Text,
  toned,
  visibleLine,
} from '@trickle/design/terminal';
import { isOwn } from '../api/http/address.ts';
import type { AnsweredRequest } from '../api/http/record-request.ts';

/** Maximum length of a string of a request. */
const MAX_LENGTH = 500;

/** The columns before the path. */
const INDENT = ' '.repeat('12:00:00  DELETE  dropped  12345 ms  '.length);

/**
 * A request for `--verbose`: one line that ends with the request's page in the inspector, plus one for each warning.
 *
 * @param base Where the inspector is; undefined while the server does not listen.
 */
export function requestLines(request: AnsweredRequest, base: string | undefined, screen: Screen): string {
  const { id, at, method, path, query, status, milliseconds, problem, warnings, faultId, accountId } =
    request;
  const parameters = new URLSearchParams(query).toString();
  const account = accountId === '' ? '' : `?${new URLSearchParams({ account: accountId })}`;
  const line = columns([
    styled('dim', at.slice(11, 19)),
    methodText(method),
    statusText(status, 'dropped'),
    durationText(milliseconds),
    printed(path + (parameters === '' ? '' : `?${parameters}`)),
    ...(faultId === undefined ? [] : [toned('bad', printed(`(fault ${faultId})`))]),
    ...(base === undefined || isOwn(path) ? [] : [pageText(`${base}/_inspector/requests/${id}${account}`)]),
  ]);
  const details: Text[] = [
    ...(problem === undefined ? [] : [toned('bad', printed(problem))]),
    ...warnings.map((text) => toned('warn', printed(`warning: ${text}`))),
  ];
  return rendered([line, '\n', ...details.flatMap((detail) => [INDENT, detail, '\n'])], screen);
}

const printed = (text: string) => shortened(visibleLine(text), MAX_LENGTH);
