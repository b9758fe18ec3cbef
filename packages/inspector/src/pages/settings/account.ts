import type { ResponseOf } from '../../api/responses.ts';

/** An account with its users and settings. */
export type Account = ResponseOf<'GET /_admin/accounts/{account_id}'>;

/** A member of an account. */
export type User = Account['users'][number];

/** A token of an account. */
export type Token = Account['tokens'][number];
