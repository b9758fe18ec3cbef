import type { Cause } from '../store/cause.ts';
import type { Transaction } from '../store/store.ts';
import type { World } from './world.ts';

/** The origin of a change; events report it as `source`. */
export type Source =
  | 'api'
  | 'batch'
  | 'script'
  | 'shopper_activity'
  | 'admin'
  | 'seed'
  | 'workflow'
  | 'mailing'
  | 'email';

/** The cause of changes through the admin API or the functions of a server. */
export const ADMIN_CAUSE: Cause = { type: 'admin', id: null };

/** The context of domain logic: one account within one transaction. */
export interface Context {
  readonly world: World;
  readonly tx: Transaction;
  readonly accountId: string;
  readonly source: Source;
  /** What led to the change; recorded with everything that follows from it. */
  readonly cause?: Cause | null | undefined;
  /** In a workflow step, the number of workflows that started one another without a delay, up to this one. */
  readonly depth?: number | undefined;
}
