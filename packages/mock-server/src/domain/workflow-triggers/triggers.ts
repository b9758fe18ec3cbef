import type { WorkflowTrigger, WorkflowTriggerInput } from '@trickle/sdk/contract';
import { isoTime } from '../../shared/values/time.ts';
import { withDefaults } from '../../store/records/with-defaults.ts';
import { type TriggerData, triggerDefaults } from '../../store/records/workflows.ts';
import { insertRecord, listRecords, type RecordRow, updateRecord } from '../../store/tables/records.ts';
import type { Context } from '../context/context.ts';
import { freeRecordId, noRecord, requireRecord } from '../records/record.ts';
import { type Finding, finding } from '../rules.ts';

/** Whether a workflow starts subscribers, runs their steps, and lets them reach goals. */
export const workflowActive = ({ id, name, status }: RecordRow<'workflows'>): Finding =>
  finding({ type: 'workflow', id }, 'workflow_active', {
    isMet: status === 'active',
    text: `The workflow '${name}' is ${status === 'draft' ? 'a draft' : status}.`,
  });

/** The property that each trigger type requires. Types that are not listed require no property. */
const neededProperties: Readonly<Record<string, string>> = {
  applied_tag: 'tag',
  removed_tag: 'tag',
  performed_custom_event: 'action',
  updated_custom_field: 'identifier',
  submitted_form: 'form_id',
  visited_page: 'url',
  clicked_trigger_link: 'trigger_id',
  subscribed_to_campaign: 'campaign_id',
  completed_campaign: 'campaign_id',
  removed_from_campaign: 'campaign_id',
  unsubscribed_from_campaign: 'campaign_id',
};

/** The actions required before a trigger can fire. */
// Unspecified: U-56
export function actionsRequired({
  trigger_type,
  properties,
}: Pick<TriggerData, 'trigger_type' | 'properties'>): WorkflowTrigger['actions_required'] {
  const needed = Object.hasOwn(neededProperties, trigger_type) ? neededProperties[trigger_type] : undefined;
  if (needed === undefined || (properties[needed] ?? '') !== '') return [];
  return [{ code: `missing_${needed}`, message: `Set the property ${needed}.` }];
}

/** Oldest first. */
export async function listTriggers(
  context: Context,
  workflowId: string,
): Promise<RecordRow<'workflow_triggers'>[]> {
  const { id } = await requireRecord(context, 'workflows', workflowId);
  const triggers = await listRecords(context.tx, context.accountId, 'workflow_triggers', { parentIds: [id] });
  return triggers.rows;
}

export async function createTrigger(
  context: Context,
  workflowId: string,
  input: WorkflowTriggerInput,
): Promise<RecordRow<'workflow_triggers'>> {
  const { services, tx, accountId } = context;
  const { id: parentId } = await requireRecord(context, 'workflows', workflowId);
  const trigger = {
    id: await freeRecordId(context, 'workflow_triggers'),
    parentId,
    name: input.trigger_type,
    status: 'active',
    createdAt: isoTime(services.clock.now()),
    sendAt: null,
    data: dataOf(input),
  };
  await insertRecord(tx, accountId, 'workflow_triggers', trigger);
  return trigger;
}

/** Replaces a workflow's trigger with `input`. Omitted properties are removed. */
// Unspecified: U-56
export async function updateTrigger(
  context: Context,
  workflowId: string,
  triggerId: string,
  input: WorkflowTriggerInput,
): Promise<RecordRow<'workflow_triggers'>> {
  const { id: parentId } = await requireRecord(context, 'workflows', workflowId);
  const trigger = await requireRecord(context, 'workflow_triggers', triggerId);
  if (trigger.parentId !== parentId) throw noRecord('workflow_triggers', triggerId);
  const changed = { ...trigger, name: input.trigger_type, data: dataOf(input) };
  await updateRecord(context.tx, context.accountId, 'workflow_triggers', changed);
  return changed;
}

const dataOf = (input: WorkflowTriggerInput): TriggerData => withDefaults(input, triggerDefaults);
