import { isoTime } from '../../shared/values/time.ts';
import { below } from '../../store/engine/place.ts';
import { findRecord } from '../../store/tables/records.ts';
import { memberships } from '../../store/tables/workflow-memberships.ts';
import type { Context } from '../context/context.ts';
import { isMet } from '../rules.ts';
import { enqueueSteps } from './enqueue-steps.ts';
import type { TriggerEvent } from './match.ts';
import { workflowActive } from './triggers.ts';

/** The most workflows that may start one another without a delay in between. */
const MAX_DEPTH = 50;

/** Adds a subscriber to an active workflow and runs its steps. Does nothing if they are already on it. */
// Unspecified: U-57
// Unspecified: U-126
export async function enroll(
  context: Context,
  workflowId: string,
  subscriberId: string,
  event: TriggerEvent | null,
): Promise<void> {
  const { services, tx, accountId, depth = 0 } = context;
  const workflow = await findRecord(tx, accountId, 'workflows', workflowId);
  if (!workflow || !isMet(workflowActive(workflow)) || depth >= MAX_DEPTH) return;
  const name = await event?.name?.();
  const membership = {
    workflowId,
    subscriberId,
    createdAt: isoTime(services.clock.now()),
    step: 0,
    waitsFor: null,
    event: event?.properties ?? null,
    ...(name === undefined ? context.place : below(context.place, name)),
    run: services.ids.hex(),
    depth: depth + 1,
  };
  const isNew = await memberships.insertNew(tx, accountId, membership, ['workflowId', 'subscriberId']);
  if (isNew && workflow.data.steps.length > 0) await enqueueSteps(context, membership);
}
