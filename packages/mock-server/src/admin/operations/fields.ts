import { field as f } from '@trickle/sdk/contract';

/** The account that is meant; the first one when it is left out. */
export const account = () => ({ account_id: f.optional(f.name()) });

/** The account that a path names. */
export const accountInPath = () => ({ account_id: f.name() });
