import type { Context } from '../domain/context/context.ts';
import { requireRecord } from '../domain/records/record.ts';
import { enqueueSteps } from '../domain/workflow-triggers/handle-event.ts';
import type { WorkflowStep } from '../store/records/workflows.ts';
import { deleteRecord, listRecords, updateRecord } from '../store/tables/records.ts';
import { memberships, updateMembership } from '../store/tables/workflow-memberships.ts';
import { named, repeated, textsOf } from './account-rules.ts';
import { applyTriggers, stepsOf } from './apply-records.ts';
import type { WorkflowChange } from './changes.ts';
import type { TriggerSeed } from './schema.ts';
import { SeedError } from './validate.ts';

/**
 * Changes a workflow's name, steps (the whole list) or triggers (the whole list). Its subscribers keep their position.
 */
// Unspecified: U-221
export async function changeWorkflow(
  context: Context,
  id: string,
  { name, steps, triggers }: WorkflowChange,
): Promise<void> {
  const workflow = await requireRecord(context, 'workflows', id);
  const data = steps ? { steps: stepsOf(context, steps) } : workflow.data;
  await updateRecord(context.tx, context.accountId, 'workflows', {
    ...workflow,
    name: name ?? workflow.name,
    data,
  });
  if (triggers) await replaceTriggers(context, id, triggers);
  if (steps) await releaseFromGoals(context, id, data.steps);
}

/** Replaces the triggers of a workflow. Those with an id keep it. */
async function replaceTriggers(
  context: Context,
  workflowId: string,
  triggers: readonly TriggerSeed[],
): Promise<void> {
  const { tx, accountId } = context;
  const { rows } = await listRecords(tx, accountId, 'workflow_triggers', { parentIds: [workflowId] });
  const rowIds = new Set(rows.map(({ id }) => id));
  const problems = [
    ...textsOf(repeated('triggers: id', named(triggers, 'id'))),
    ...triggers.flatMap(({ id }, i) =>
      id === undefined || rowIds.has(id)
        ? []
        : [`triggers[${i}].id: trigger not found in this workflow: ${id}`],
    ),
  ];
  if (problems.length > 0) throw new SeedError(problems);
  for (const { id } of rows) await deleteRecord(tx, accountId, 'workflow_triggers', id);
  await applyTriggers(context, workflowId, triggers);
}

/** Resumes subscribers who wait at a position that is no longer a goal. */
async function releaseFromGoals(
  context: Context,
  workflowId: string,
  steps: readonly WorkflowStep[],
): Promise<void> {
  const { tx, accountId } = context;
  for (const membership of await memberships.list(tx, accountId, { workflowId })) {
    if (membership.waitsFor !== 'goal' || steps[membership.step]?.type === 'goal') continue;
    await updateMembership(tx, accountId, { ...membership, waitsFor: null });
    await enqueueSteps(context, membership);
  }
}
