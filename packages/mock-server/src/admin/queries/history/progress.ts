import type { Fault } from '../../../faults/rule.ts';
import { findRecord } from '../../../store/tables/records.ts';
import { findSubscriberBy } from '../../../store/tables/subscribers.ts';
import type { AdminContext } from '../../scope.ts';
import { whyNotCampaign } from '../../why-not/campaign.ts';
import type { WhyNotAnswer } from '../../why-not/verdict.ts';
import { whyNotWorkflow } from '../../why-not/workflow.ts';
import { type Account, read } from './implied.ts';
import type { Item } from './items.ts';

/** Whether an item waits, until when, and what keeps back the email that would be next. */
export interface Progress {
  readonly state: 'done' | 'waiting' | 'failed' | 'refused';
  /** When a wait ends, ISO 8601; null if the item does not wait, or until something happens. */
  readonly until: string | null;
  readonly keptBack: string | undefined;
}

/** Says how far an item is. Of mailings it asks the rules that decide about sending. */
export async function progressOf(account: Account, item: Item, faults: readonly Fault[]): Promise<Progress> {
  const { state = 'done', until = null } = item;
  if (state !== 'waiting') return { state, until: null, keptBack: undefined };
  const answer = item.isDecidedByRules
    ? await read(account, (context) => answerOf(context, item, faults))
    : undefined;
  if (answer === undefined) return { state, until: isoOrNull(until), keptBack: undefined };
  const isKeptBack = answer.verdict !== 'planned';
  return {
    // A stay on a workflow continues without the email.
    state: isKeptBack && item.type === 'subscription' ? 'done' : state,
    until: isoOrNull(answer.at),
    keptBack: answer.verdict === 'kept_back' ? answer.text : undefined,
  };
}

const isoOrNull = (time: number | string | null) => (time === null ? null : new Date(time).toISOString());

/** Why a subscriber has not got what an item waits for; undefined if the subscriber or the mailing is gone. */
async function answerOf(
  context: AdminContext,
  { ref: { type, id } = { type: '', id: '' }, subscriberId }: Item,
  faults: readonly Fault[],
): Promise<WhyNotAnswer | undefined> {
  const { tx, accountId } = context;
  const subscriber = await findSubscriberBy(tx, accountId, 'id', subscriberId ?? '');
  if (!subscriber) return undefined;
  if (type === 'campaign') {
    const campaign = await findRecord(tx, accountId, 'campaigns', id);
    return campaign && whyNotCampaign(context, { subscriber, campaign, faults });
  }
  const workflow = await findRecord(tx, accountId, 'workflows', id);
  return workflow && whyNotWorkflow(context, { subscriber, workflow, faults });
}
