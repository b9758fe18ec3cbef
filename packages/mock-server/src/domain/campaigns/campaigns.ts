import { issue, type ValidationIssue } from '@trickle/sdk/contract';
import { isoTime } from '../../shared/values/time.ts';
import type { senderMembers } from '../../store/records/broadcasts.ts';
import {
  type CampaignEmail,
  type campaignMembers,
  emailDefaults,
  type emailMembers,
} from '../../store/records/campaigns.ts';
import { type Values, withDefaults } from '../../store/records/with-defaults.ts';
import { findAccount } from '../../store/tables/accounts.ts';
import { type RecordRow, updateRecord } from '../../store/tables/records.ts';
import { planCampaign } from '../campaign-subscriptions/scheduling.ts';
import type { Context } from '../context/context.ts';
import { DomainError } from '../errors.ts';
import { requireRecord, requireStatus } from '../records/record.ts';

/** Activates a draft or paused campaign. Throws if it has no emails, postal address or from-address. */
// Unspecified: U-15
export async function activateCampaign(context: Context, id: string): Promise<void> {
  const campaign = await requireRecord(context, 'campaigns', id);
  requireStatus(campaign, 'draft', 'paused');
  const { default_postal_address, default_from_email } =
    (await findAccount(context.tx, context.accountId))?.data ?? {};
  const { emails, postal_address, from_email } = campaign.data;
  const issues: ValidationIssue[] = [];
  if (emails.length === 0) issues.push(issue('presence_error', 'emails', 'must include at least one email'));
  if (!(postal_address || default_postal_address)) issues.push(issue('presence_error', 'postal_address'));
  if (!(from_email || default_from_email)) issues.push(issue('presence_error', 'from_email'));
  if (issues.length) throw new DomainError(issues);
  await move(context, campaign, 'active');
  await planCampaign(context, id);
}

// Unspecified: U-15
export async function pauseCampaign(context: Context, id: string): Promise<void> {
  const campaign = await requireRecord(context, 'campaigns', id);
  requireStatus(campaign, 'active');
  await move(context, campaign, 'paused');
}

async function move(
  { services, tx, accountId }: Context,
  { id, data }: RecordRow<'campaigns'>,
  status: string,
) {
  const updated_at = isoTime(services.clock.now());
  await updateRecord(tx, accountId, 'campaigns', { id, status, data: { ...data, updated_at } });
}

type Settings = Pick<
  Values<typeof campaignMembers>,
  | 'minutes_from_midnight'
  | 'localize_sending_time'
  | 'days_of_the_week_mask'
  | 'start_immediately'
  | 'double_optin'
>;

/** The settings that can change while a campaign has subscribers. */
interface CampaignAlteration extends Settings, Values<typeof senderMembers> {
  readonly name?: string | undefined;
  /** All emails, in order. */
  readonly emails?: readonly Values<typeof emailMembers>[] | undefined;
}

/** The emails of a campaign as they are stored: each has an id. */
export const emailsOf = (
  { services }: Context,
  emails: readonly Values<typeof emailMembers>[],
): CampaignEmail[] =>
  emails.map(({ id = services.ids.digits(), ...email }) => withDefaults({ id, ...email }, emailDefaults));

/** Changes a campaign's emails, times, name or sender, and reschedules the next emails of its subscribers. */
// Unspecified: U-100
export async function changeCampaign(
  context: Context,
  id: string,
  { emails, name, ...settings }: CampaignAlteration,
): Promise<RecordRow<'campaigns'>> {
  const { services, tx, accountId } = context;
  const campaign = await requireRecord(context, 'campaigns', id);
  const { data } = campaign;
  const changed: RecordRow<'campaigns'> = {
    ...campaign,
    name: name ?? campaign.name,
    data: {
      ...data,
      ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
      emails: emails ? emailsOf(context, emails) : data.emails,
      updated_at: isoTime(services.clock.now()),
    },
  };
  await updateRecord(tx, accountId, 'campaigns', changed);
  await planCampaign(context, id);
  return changed;
}
