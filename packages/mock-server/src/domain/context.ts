import type { Transaction } from '../store/store.ts';
import type { World } from '../world.ts';

/** What a change came by; events carry it as `source`. */
export type Source = 'api' | 'batch' | 'script' | 'shopper_activity' | 'admin' | 'seed';

/** What a rule works with: one account, within one transaction. */
export interface Context {
  readonly world: World;
  readonly tx: Transaction;
  readonly accountId: string;
  readonly source: Source;
}
