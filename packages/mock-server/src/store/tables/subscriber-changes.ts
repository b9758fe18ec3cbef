import type { Transaction } from '../engine/store.ts';

/** The number of times that each transaction has changed subscribers or their tags. */
const counts = new WeakMap<Transaction, number>();

/** Rises whenever a transaction changes subscribers or their tags, so that what it has read before can be used again. */
export const subscriberChanges = (tx: Transaction): number => counts.get(tx) ?? 0;

/** Notes that a transaction changes a subscriber or a tag. */
export const noteSubscriberChange = (tx: Transaction): void => {
  counts.set(tx, subscriberChanges(tx) + 1);
};
