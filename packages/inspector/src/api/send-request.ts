import { accountId } from './accounts.ts';
import { ApiError, callApi, entriesIn } from './request.ts';
import type { ResponseOf } from './responses.ts';

/** A request to the REST API. */
export interface RestRequest {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** Below `/v2/{account_id}`. */
  readonly path: `/${string}`;
  readonly body?: unknown;
}

/** A request that was sent, with its response. */
export type SentRequest = ResponseOf<'POST /_admin/requests/send'>;

/**
 * Sends a request to the REST API in the name of the chosen account. The server records it like any other.
 *
 * @throws {@link ApiError}
 */
export async function sendRequest({ method, path, body }: RestRequest): Promise<SentRequest> {
  const sent = await callApi('POST /_admin/requests/send', {
    account_id: accountId.value,
    method,
    path: `/v2/${accountId.value}${path}`,
    ...(body !== undefined && { body }),
  });
  const { status, body: response, request_id: id } = sent;
  if (status === null) throw new ApiError(0, [{ message: 'A fault dropped the connection.' }], id);
  if (status < 400) return sent;
  const text = typeof response === 'string' ? response : JSON.stringify(response);
  throw new ApiError(status, entriesIn(text, status), id);
}
