import type { Transaction } from '../store/store.ts';
import type { World } from './world.ts';

/** What a change came by; events carry it as `source`. */
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

/** What a rule works with: one account, within one transaction. */
export interface Context {
  readonly world: World;
  readonly tx: Transaction;
  readonly accountId: string;
  readonly source: Source;
  /** In a step of a workflow: how many workflows have started one another, without any delay, up to it. */
  readonly depth?: number | undefined;
}
