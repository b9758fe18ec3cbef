import type { CampaignSubscriberInput } from '@trickle/sdk/contract';
import { findSubscription, putSubscription, type SubscriptionRow } from '../store/campaign-subscriptions.ts';
import type { RecordRow } from '../store/records.ts';
import type { SubscriberRow } from '../store/subscribers.ts';
import { isoTime } from '../world.ts';
import type { Context } from './context.ts';
import { emit } from './emit.ts';
import { requireRecord } from './find-record.ts';
import { identifySubscriber } from './find-subscriber.ts';
import { invalid } from './refusals.ts';
import { upsertSubscriber } from './upsert-subscriber.ts';
import { zoneAtOffset } from './zone-at-offset.ts';

/**
 * Creates or updates a person and subscribes them to a campaign, whatever the campaign's status. Whoever is
 * subscribed already stays where they are in the series.
 */
// Unspecified: U-09
// Unspecified: U-53
export async function subscribeToCampaign(
  context: Context,
  campaignId: string,
  {
    double_optin,
    starting_email_index = 0,
    reactivate_if_removed = true,
    ...profile
  }: CampaignSubscriberInput,
): Promise<SubscriberRow> {
  const { tx, accountId } = context;
  const campaign = await requireRecord(context, 'campaigns', campaignId);
  const known = await identifySubscriber(context, { email: profile.email });
  const before = known && (await findSubscription(tx, accountId, campaign.id, known.id));
  if (!reactivate_if_removed && (before?.status === 'removed' || known?.status === 'removed')) {
    throw invalid('unavailable_error', 'email', 'belongs to someone who was removed');
  }
  const isActive = before?.status === 'active';
  const isUnconfirmed = !isActive && (double_optin ?? campaign.data.double_optin);
  const isBack = !isUnconfirmed && (known?.status === 'unsubscribed' || known?.status === 'removed');
  const person = await upsertSubscriber(context, {
    ...profileOf(profile, known),
    ...(isBack && { status: 'active' }),
  });
  if (isActive) return person;
  const subscription = begin(context, campaign.id, person.id, starting_email_index, before);
  await putSubscription(tx, accountId, {
    ...subscription,
    status: isUnconfirmed ? 'unconfirmed' : 'active',
  });
  if (!isUnconfirmed) await emitBeginning(context, campaign, subscription, isBack);
  return person;
}

/** A subscription from its start; whoever was unsubscribed or removed begins another lap. */
function begin(
  { world }: Context,
  campaignId: string,
  subscriberId: string,
  starting_email_index: number,
  before: SubscriptionRow | undefined,
): SubscriptionRow {
  const lap = before ? before.data.lap + (before.status === 'unconfirmed' ? 0 : 1) : 1;
  return {
    id: before?.id ?? world.ids.digits(),
    campaignId,
    subscriberId,
    status: 'active',
    createdAt: before?.createdAt ?? isoTime(world.clock.now()),
    nextSendAt: null,
    data: {
      is_complete: false,
      lap,
      starting_email_index,
      position: { next: starting_email_index, since: world.clock.now(), isBegun: false },
    },
  };
}

/** Tells that a subscription has begun. `wasTold`: that the person is back was told with their status. */
// Unspecified: U-55
async function emitBeginning(
  context: Context,
  { id, name }: RecordRow<'campaigns'>,
  { subscriberId, data }: SubscriptionRow,
  wasTold: boolean,
): Promise<void> {
  if (data.lap > 1 && !wasTold) await emit(context, subscriberId, 'subscriber.reactivated', {});
  const campaign = { campaign_id: id, campaign_name: name };
  await emit(context, subscriberId, 'subscriber.subscribed_to_campaign', campaign);
}

/** What the request says of the person: a bare offset gives a zone to whoever has none of their own. */
// Unspecified: U-59
function profileOf(
  { utc_offset, ...profile }: Omit<CampaignSubscriberInput, 'double_optin' | 'starting_email_index'>,
  known: SubscriberRow | undefined,
) {
  const hasZone = profile.time_zone !== undefined || (known && known.data.time_zone !== 'Etc/UTC');
  if (utc_offset === undefined || hasZone) return profile;
  const time_zone = zoneAtOffset(utc_offset);
  if (time_zone === undefined) throw invalid('range_error', 'utc_offset', 'is not the offset of a time zone');
  return { ...profile, time_zone };
}
