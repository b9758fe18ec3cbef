import type { ResponseOf } from '../../api/responses.ts';
import { asLiteral } from '../../editor/literal.ts';

/** A request with its headers and its response. */
export type RequestWithAnswer = ResponseOf<'GET /_admin/requests/{request_id}'>;

/** The path with the query parameters. */
export function pathOf({ path, query }: Pick<RequestWithAnswer, 'path' | 'query'>): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** A request as a command for a shell. */
export function asCurl(request: RequestWithAnswer, origin: string, token: string): string {
  const { method, body } = request;
  const parts = [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    quoted(origin + pathOf(request)),
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

/** A request as a call of the SDK; undefined if it is not an operation of the API. */
export function asSdkCall(request: RequestWithAnswer): string | undefined {
  const { operation, body, query } = request;
  if (operation === undefined) return undefined;
  const input = body === undefined ? query : withoutEnvelope(body, operation);
  const given = [...pathParameters(request.path), ...(isEmpty(input) ? [] : [input])];
  return `await client.${operation}(${given.map(asLiteral).join(', ')});`;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Segments of paths that are names, although they follow the name of a resource. */
const NAMES = new Set(['batch', 'batches', 'cart', 'order', 'product', 'unsubscribe_all']);

/** The parameters in a path such as `/v2/{account_id}/subscribers/{id}/tags/{tag}`, without the account. */
function pathParameters(path: string): string[] {
  const segments = path.split('/').slice(4);
  return segments.flatMap((segment, index) =>
    index % 2 === 1 && !NAMES.has(segment) ? [decodeURIComponent(segment)] : [],
  );
}

/** The record in a body such as `{ "subscribers": [{ … }] }`, or the records of a batch. */
function withoutEnvelope(body: unknown, operation: string): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const [list, ...others] = Object.values(body) as readonly unknown[];
  if (!Array.isArray(list) || others.length > 0) return body;
  if ('batches' in body) return withoutEnvelope(list[0], operation);
  return operation.endsWith('Batch') ? list : list[0];
}
