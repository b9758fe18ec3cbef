import { accountId } from './accounts.ts';
import { ApiError, callApi, messagesIn } from './request.ts';
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

/** Sends a request to the REST API in the name of the chosen account. The server records it like any other. */
export const sendRequest = ({ method, path, body }: RestRequest): Promise<SentRequest> =>
  callApi('POST /_admin/requests/send', {
    account_id: accountId.value,
    method,
    path: `/v2/${accountId.value}${path}`,
    ...(body !== undefined && { body }),
  });

/** Why a request failed; undefined if it did not. */
export function errorOf({ status, body }: SentRequest): ApiError | undefined {
  if (status === null) return new ApiError(0, ['A fault dropped the connection.']);
  if (status < 400) return undefined;
  return new ApiError(status, messagesIn(typeof body === 'string' ? body : JSON.stringify(body), status));
}
