import { campaigns } from './campaigns.ts';
import { subscribers } from './subscribers.ts';
import { tags } from './tags.ts';
import { workflows } from './workflows.ts';

/** The operations that update one subscriber. The service runs one at a time per subscriber ("Limits", concurrency). */
// Unspecified: U-11
export const SUBSCRIBER_UPDATES: ReadonlySet<unknown> = new Set<unknown>([
  subscribers.upsert,
  subscribers.remove,
  subscribers.unsubscribeAll,
  subscribers.delete,
  tags.apply,
  tags.remove,
  campaigns.subscribe,
  workflows.start,
  workflows.remove,
]);
