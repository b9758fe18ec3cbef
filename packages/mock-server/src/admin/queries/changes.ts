import { ALL_TABLES } from '../../store/engine/table-watchers.ts';
import type { Runtime } from '../runtime.ts';

/** What pages of the inspector show. */
export const TOPICS = [
  'requests',
  'events',
  'emails',
  'webhook_deliveries',
  'content_calls',
  'jobs',
  'faults',
  'clock',
  'checkpoints',
  'records',
] as const;
export type Topic = (typeof TOPICS)[number];

/** The topics of tables. All others hold records. */
const TABLE_TOPICS: Readonly<Record<string, Topic | undefined>> = {
  domain_events: 'events',
  events: 'events',
  outbox: 'emails',
  deliveries: 'emails',
  webhook_deliveries: 'webhook_deliveries',
  content_calls: 'content_calls',
  jobs: 'jobs',
  clocks: 'clock',
  checkpoints: 'checkpoints',
  fault_rules: 'faults',
  request_entries: 'requests',
};

/** Tables that change with requests that change nothing else, or that no page shows. */
const UNSHOWN: ReadonlySet<string> = new Set([
  'rate_windows',
  'script_messages',
  'mail_links',
  'instances',
  'server_revision',
  'webhook_listeners',
  'webhook_payloads',
  'subscriber_states',
]);

/**
 * Calls `listener` with the topics of each change in an account and of what it shares with others, or in any account.
 * Returns a function that ends it.
 */
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
  const shown = [...tables].filter((table) => !UNSHOWN.has(table));
  return shown.map((table) => TABLE_TOPICS[table] ?? 'records');
}
