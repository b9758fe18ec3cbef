import { field as f } from '@trickle/sdk/contract';
import * as z from 'zod/mini';

/** The account that is meant; the first one when it is left out. */
export const account = () => ({ account_id: f.optional(f.name()) });

/** The account that a path names. */
export const accountInPath = () => ({ account_id: f.name() });

/** Any JSON object, whose members are checked where it is used. */
export const anything = () => z.looseObject({});
