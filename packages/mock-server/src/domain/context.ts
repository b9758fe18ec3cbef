import type { Transaction } from '../store/store.ts';
import type { World } from '../world.ts';

/** What a rule works with: one account, within one transaction. */
export interface Context {
  readonly world: World;
  readonly tx: Transaction;
  readonly accountId: string;
}
