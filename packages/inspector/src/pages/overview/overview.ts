import type { ResponseOf } from '../../api/responses.ts';

/** What happens in an account. */
export type Overview = ResponseOf<'GET /_admin/overview'>;

/** What happened in one hour of the account's clock. */
export type Bucket = Overview['buckets'][number];

/** The hourly limit of a kind of request, and how much of it is used. */
export type Limit = Overview['limits'][number];

/** A notice from the service to the account's users. */
export type Notice = Overview['notices'][number];
