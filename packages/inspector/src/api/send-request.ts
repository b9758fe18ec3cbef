import { accountId, callForAccount } from './accounts.ts';
import { ApiError, entriesIn, type ResponseOf } from './request.ts';

/** Its path is below `/v2/{account_id}`. */
export type RestRequest = readonly [method: 'POST' | 'PUT' | 'DELETE', path: `/${string}`, body?: unknown];

export type SentRequest = ResponseOf<'POST /_admin/requests/send'>;

/** A path with encoded values, such as encoded`/campaigns/${id}/pause`. */
export const encoded = (texts: TemplateStringsArray, ...values: readonly string[]): `/${string}` =>
  String.raw({ raw: texts }, ...values.map(encodeURIComponent)) as `/${string}`; // as the text begins

/**
 * Sends a request to the REST API in the name of the chosen account. The server records it like any other.
 *
 * @throws {@link ApiError}
 */
export async function sendRequest(...[method, path, body]: RestRequest): Promise<SentRequest> {
  const sent = await callForAccount('POST /_admin/requests/send', {
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
