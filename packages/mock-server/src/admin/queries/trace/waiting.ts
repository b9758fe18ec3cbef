import type { Fault } from '../../../faults/rule.ts';
import { findRecord } from '../../../store/tables/records.ts';
import { findSubscriberBy } from '../../../store/tables/subscribers.ts';
import type { AdminContext } from '../../scope.ts';
import { whyNotCampaign } from '../../why-not/campaign.ts';
import type { WhyNotAnswer } from '../../why-not/verdict.ts';
import { whyNotWorkflow } from '../../why-not/workflow.ts';
import type { TraceNode } from './node.ts';
import { stateOf } from './state.ts';
import type { TraceRow } from './trace.ts';

/** Whether a row waits, until when, and what keeps back the email that would be next. */
export interface Outlook extends Pick<TraceRow, 'state' | 'until'> {
  readonly keptBack: string | undefined;
}

/** Says how far a row is. Of mailings it asks the rules that decide about sending. */
export async function outlookOf(
  context: AdminContext,
  node: TraceNode,
  faults: readonly Fault[],
): Promise<Outlook> {
  const state = stateOf(node);
  if (state !== 'waiting') return { state, until: null, keptBack: undefined };
  const answer = await answerOf(context, node, faults);
  if (answer === undefined) return { state, until: untilOf(node), keptBack: undefined };
  const isKeptBack = answer.verdict !== 'planned';
  return {
    // A stay on a workflow continues without the email.
    state: isKeptBack && node.type === 'subscription' ? 'done' : state,
    until: isoOrNull(answer.at),
    keptBack: answer.verdict === 'kept_back' ? answer.text : undefined,
  };
}

/** Why a subscriber has not got what a row waits for; undefined if no rule of a mailing decides. */
async function answerOf(
  context: AdminContext,
  { type, row, subscriberId }: TraceNode,
  faults: readonly Fault[],
): Promise<WhyNotAnswer | undefined> {
  const { tx, accountId } = context;
  const subscriber = await findSubscriberBy(tx, accountId, 'id', subscriberId ?? '');
  if (!subscriber) return undefined;
  if (type === 'subscription' && 'status' in row && row.status === 'active') {
    const campaign = await findRecord(tx, accountId, 'campaigns', row.campaignId);
    return campaign && whyNotCampaign(context, { subscriber, campaign, faults });
  }
  if (type !== 'membership') return undefined;
  const workflow = await findRecord(tx, accountId, 'workflows', row.workflowId);
  return workflow && whyNotWorkflow(context, { subscriber, workflow, faults });
}

/** When a wait ends that no rule of a mailing decides about. */
function untilOf({ type, row }: TraceNode): string | null {
  if (type === 'webhook_delivery') return isoOrNull(row.nextAttemptAt);
  if (type === 'job') return isoOrNull(row.runAt);
  return type === 'broadcast' && row.status === 'scheduled' ? isoOrNull(row.sendAt) : null;
}

const isoOrNull = (time: number | string | null) => (time === null ? null : new Date(time).toISOString());
