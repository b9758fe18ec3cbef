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

/** The context of domain logic: one account within one transaction. */
export interface Context {
  readonly world: World;
  readonly tx: Transaction;
  readonly accountId: string;
  readonly source: Source;
  /** In a workflow step, the number of workflows that started one another without a delay, up to this one. */
  readonly depth?: number | undefined;
}
