import { createHash } from 'node:crypto';
import { urlBelow } from '../shared/values/encoded-url.ts';

/** The base of a delivery's URLs: `{base}/e/{account}/{delivery}`. */
export const deliveryUrl = (baseUrl: string, accountId: string, deliveryId: string): string =>
  urlBelow(baseUrl, 'e', accountId, deliveryId);

export const confirmationUrl = (
  baseUrl: string,
  accountId: string,
  { id, token }: { readonly id: string; readonly token: string },
): string => urlBelow(baseUrl, 'e', accountId, 'confirm', id, token);

/** The id of a link in emails, derived from its target. */
export const linkId = (target: string): string =>
  createHash('sha256').update(target).digest('base64url').slice(0, 22);
