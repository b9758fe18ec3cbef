import { ActivationButton } from '../../records/activation-button.tsx';
import { AddSubscriber } from '../../records/add-subscriber.tsx';
import { EditButton } from '../../records/edit-button.tsx';
import type { Campaign } from './campaign.ts';

/** What a user can do with a campaign. */
export const CampaignActions = ({ campaign }: { readonly campaign: Campaign }) => {
  const path = `/campaigns/${encodeURIComponent(campaign.id)}` as const;
  return (
    <>
      <EditButton
        noun="campaign"
        nouns="campaigns"
        route="PUT /_admin/campaigns/{campaign_id}"
        ids={{ campaign_id: campaign.id }}
        value={editableOf(campaign)}
        about={{ campaign_id: campaign.id }}
        hint="Active subscribers continue with the next email of the new list."
      />
      <AddSubscriber
        nouns="campaigns"
        id={campaign.id}
        verb="Subscribe"
        title="Subscribe to this campaign"
        done="Subscribed"
      />
      <ActivationButton noun="Campaign" path={path} isActive={campaign.status === 'active'} />
    </>
  );
};

const editableOf = (campaign: Campaign) => ({
  name: campaign.name,
  minutes_from_midnight: campaign.minutes_from_midnight,
  localize_sending_time: campaign.localize_sending_time,
  days_of_the_week_mask: campaign.days_of_the_week_mask,
  start_immediately: campaign.start_immediately,
  double_optin: campaign.double_optin,
  emails: campaign.emails.map(({ id, subject, html, text, delay }) => ({
    id,
    subject,
    html_body: html,
    text_body: text,
    delay,
  })),
});
