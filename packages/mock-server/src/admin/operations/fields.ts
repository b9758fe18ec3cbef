import { field as f } from '@trickle/sdk/contract';

/** The account id. Default: the first account. */
export const account = () => ({ account_id: f.optional(f.name()) });

/** The account id in a path. */
export const accountInPath = () => ({ account_id: f.name() });
