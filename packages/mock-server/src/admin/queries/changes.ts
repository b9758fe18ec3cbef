import { SCHEMA, TOPICS, type Topic } from '../../store/engine/schema.ts';
import { ALL_TABLES } from '../../store/engine/transaction-end.ts';
import type { Runtime } from '../runtime.ts';

/** Calls `listener` with the topics of each change in an account and of what it shares with others, or in any account. Returns a function that ends it. */
export function watchChanges(
  { store, requestLog, faultRules, checkpoints }: Runtime,
  accountId: string | undefined,
  listener: (topics: readonly Topic[]) => void,
): () => void {
  const report = (topic: Topic) => (of: string | undefined) => {
    if (accountId === undefined || of === undefined || of === accountId) listener([topic]);
  };
  const endings = [
    store.watch(accountId, (tables) => listener(topicsOf(tables))),
    requestLog.changes.subscribe(report('requests')),
    faultRules.changes.subscribe(report('faults')),
    checkpoints.changes.subscribe(report('checkpoints')),
  ];
  return () => {
    for (const end of endings) end();
  };
}

function topicsOf(tables: ReadonlySet<string>): readonly Topic[] {
  if (tables.has(ALL_TABLES)) return TOPICS;
  return [...tables].flatMap((table) => {
    const { topic = 'records' } = SCHEMA.get(table) ?? {};
    return topic ?? [];
  });
}
