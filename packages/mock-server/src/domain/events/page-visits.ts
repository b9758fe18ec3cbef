import { findRecord, listActiveTriggers } from '../../store/tables/records.ts';
import { memberships } from '../../store/tables/workflow-memberships.ts';
import type { Context } from '../context/context.ts';
import { matches, type TriggerEvent } from '../workflow-triggers/match.ts';
import { emit } from './emit.ts';

/** Emits a page visit if a trigger or a goal of a workflow matches the page. */
// Unspecified: U-125
export async function recordPageVisit(context: Context, subscriberId: string, url: string): Promise<void> {
  const visit: TriggerEvent = { type: 'visited_page', properties: { url } };
  if (await isConfigured(context, subscriberId, visit)) {
    await emit(context, subscriberId, 'subscriber.visited_page', { url });
  }
}

async function isConfigured(
  { tx, accountId }: Context,
  subscriberId: string,
  visit: TriggerEvent,
): Promise<boolean> {
  const triggers = await listActiveTriggers(tx, accountId, visit.type);
  if (triggers.some(({ data }) => matches(data, visit))) return true;
  for (const { workflowId } of await memberships.list(tx, accountId, { subscriberId })) {
    const workflow = await findRecord(tx, accountId, 'workflows', workflowId);
    const steps = workflow?.data.steps ?? [];
    if (steps.some((step) => step.type === 'goal' && matches(step.trigger, visit))) return true;
  }
  return false;
}
