import type { TimelineEvent } from '@trickle/sdk/contract';
import { insertEvent } from '../store/events.ts';
import type { Context } from './context.ts';

/** What the service records by itself of a person. */
export interface TimelineEntry {
  /** Made when left out. */
  readonly id?: string | undefined;
  readonly subscriberId: string;
  readonly action: TimelineEvent;
  readonly properties: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly occurredAt: string;
}

/** Records a timeline event. It is no custom event: neither listed among the actions nor sent to webhooks. */
export async function recordOnTimeline(
  { world, tx, accountId }: Context,
  { id = world.ids.hex(), ...entry }: TimelineEntry,
): Promise<void> {
  await insertEvent(tx, accountId, { id, visitorUuid: null, kind: 'timeline', ...entry });
}
