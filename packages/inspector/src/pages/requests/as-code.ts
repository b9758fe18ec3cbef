import type { ResponseOf } from '../../api/responses.ts';

/** A request with its headers and its response. */
export type RequestWithAnswer = ResponseOf<'GET /_admin/requests/{request_id}'>;

/** The path with the query parameters. */
export function pathOf({ path, query }: Pick<RequestWithAnswer, 'path' | 'query'>): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** A request as a command for a shell. */
export function asCurl(request: RequestWithAnswer, baseUrl: string, token: string): string {
  const { method, body } = request;
  const parts = [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    quoted(baseUrl + pathOf(request)),
    `-u ${quoted(`${token}:`)}`,
  ];
  if (body !== undefined) {
    parts.push("-H 'content-type: application/json'", `-d ${quoted(textOf(body))}`);
  }
  return parts.join(' \\\n  ');
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** A string in single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
