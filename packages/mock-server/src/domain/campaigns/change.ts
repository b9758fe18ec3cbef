import { isoTime } from '../../shared/values/time.ts';
import type { CampaignData, CampaignEmail } from '../../store/records/campaigns.ts';
import { type RecordRow, updateRecord } from '../../store/tables/records.ts';
import { planCampaign } from '../campaign-subscriptions/scheduling.ts';
import type { Context } from '../context/context.ts';
import { requireRecord } from '../records/record.ts';

type Settings = Pick<
  CampaignData,
  | 'from_name'
  | 'from_email'
  | 'postal_address'
  | 'bcc'
  | 'minutes_from_midnight'
  | 'localize_sending_time'
  | 'days_of_the_week_mask'
  | 'start_immediately'
  | 'double_optin'
>;

/** An email as given: the bodies can be omitted, and so can the id, which is then generated. */
type GivenEmail = Pick<CampaignEmail, 'subject' | 'delay'> & {
  readonly [Name in 'id' | 'html_body' | 'text_body']?: string | undefined;
};

/** The settings that can change while a campaign has subscribers. */
export type CampaignAlteration = { readonly [Name in keyof Settings]?: Settings[Name] | undefined } & {
  readonly name?: string | undefined;
  /** All emails, in order. */
  readonly emails?: readonly GivenEmail[] | undefined;
};

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
      emails:
        emails?.map(({ id: emailId = services.ids.digits(), html_body = '', text_body = '', ...email }) => ({
          id: emailId,
          html_body,
          text_body,
          ...email,
        })) ?? data.emails,
      updated_at: isoTime(services.clock.now()),
    },
  };
  await updateRecord(tx, accountId, 'campaigns', changed);
  await planCampaign(context, id);
  return changed;
}
