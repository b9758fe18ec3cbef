import type { Item, ResponseOf } from '../../api/responses.ts';

/** A request in the list. */
export type RecordedRequest = Item<'GET /_admin/requests', 'requests'>;

/** A request with its headers and its response. */
export type RequestWithAnswer = ResponseOf<'GET /_admin/requests/{request_id}'>;

/** The path with the query parameters. */
export function pathOf({ path, query }: Pick<RecordedRequest, 'path' | 'query'>): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}
