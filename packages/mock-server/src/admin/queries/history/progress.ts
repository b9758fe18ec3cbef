import { isReceived } from '../../../domain/webhooks/attempts.ts';
import type { Fault } from '../../../faults/rule.ts';
import { findRecord } from '../../../store/tables/records.ts';
import { findSubscriberBy } from '../../../store/tables/subscribers.ts';
import type { AdminContext } from '../../scope.ts';
import { whyNotCampaign } from '../../why-not/campaign.ts';
import type { WhyNotAnswer } from '../../why-not/verdict.ts';
import { whyNotWorkflow } from '../../why-not/workflow.ts';
import type { Item } from './sources.ts';

/** Whether an item waits, until when, and what keeps back the email that would be next. */
export interface Progress {
  readonly state: 'done' | 'waiting' | 'failed' | 'refused';
  /** When a wait ends, ISO 8601; null if the item does not wait, or until something happens. */
  readonly until: string | null;
  readonly keptBack: string | undefined;
}

/** Says how far an item is. Of mailings it asks the rules that decide about sending. */
export async function progressOf(
  context: AdminContext,
  item: Item,
  faults: readonly Fault[],
): Promise<Progress> {
  const state = stateOf(item);
  if (state !== 'waiting') return { state, until: null, keptBack: undefined };
  const answer = await answerOf(context, item, faults);
  if (answer === undefined) return { state, until: untilOf(item), keptBack: undefined };
  const isKeptBack = answer.verdict !== 'planned';
  return {
    // A stay on a workflow continues without the email.
    state: isKeptBack && item.type === 'subscription' ? 'done' : state,
    until: isoOrNull(answer.at),
    keptBack: answer.verdict === 'kept_back' ? answer.text : undefined,
  };
}

/** Why a subscriber has not got what an item waits for; undefined if no rule of a mailing decides. */
async function answerOf(
  context: AdminContext,
  { type, row, subscriberId }: Item,
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
function untilOf({ type, row }: Item): string | null {
  if (type === 'webhook_delivery') return isoOrNull(row.nextAttemptAt);
  if (type === 'job') return isoOrNull(row.runAt);
  return type === 'broadcast' && row.status === 'scheduled' ? isoOrNull(row.sendAt) : null;
}

const isoOrNull = (time: number | string | null) => (time === null ? null : new Date(time).toISOString());

const DELIVERIES = {
  pending: 'waiting',
  held: 'waiting',
  delivered: 'done',
  given_up: 'failed',
  dropped: 'failed',
} as const;

/** The progress of an item. */
function stateOf({ type, row }: Item): Progress['state'] {
  switch (type) {
    case 'request':
      if (row.status === undefined || row.status >= 500) return 'failed';
      return row.status >= 400 ? 'refused' : 'done';
    case 'outcome':
      return row.state;
    case 'webhook_delivery':
      return DELIVERIES[row.state];
    case 'webhook_attempt':
      return isReceived(row) ? 'done' : 'failed';
    case 'subscription':
      return 'status' in row &&
        (row.status === 'unconfirmed' || (row.status === 'active' && !row.data.is_complete))
        ? 'waiting'
        : 'done';
    case 'membership':
      return 'isOver' in row ? 'done' : 'waiting';
    case 'broadcast':
      return row.status === 'scheduled' || row.status === 'sending' ? 'waiting' : 'done';
    case 'job':
      return row.failure === null ? 'waiting' : 'failed';
    default:
      return 'done';
  }
}
