import { useResource } from '../../api/resource.ts';
import type { PageInput } from '../../app/router.tsx';
import { classes } from '../../design/classes.ts';
import { DetailList } from '../../design/detail-list/detail-list.tsx';
import { Figures } from '../../design/figures/figures.tsx';
import { IdLink } from '../../design/id-link/id-link.tsx';
import { numberText, percentText } from '../../design/number/number.ts';
import { Section } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { query, urlOf } from '../../location/location.ts';
import { DeliveryTable } from '../../mailing/delivery-table.tsx';
import { DueTable } from '../../mailing/due-table.tsx';
import { dayOf, durationText } from '../../mailing/duration.ts';
import { EmailPreview } from '../../mailing/email-preview.tsx';
import { ofAccount } from '../../mailing/mailing.ts';
import { LoadedRecord, RecordPage } from '../../records/record-page.tsx';
import { type Campaign, type CampaignEmail, campaignFigures, daysText, timeOfDay } from './campaign.ts';
import { CampaignActions } from './campaign-actions.tsx';

/** One campaign: its numbers, emails, sending times, and who gets the next emails. */
export const CampaignPage = ({ id = '' }: PageInput) => {
  const campaign = useResource('GET /_admin/campaigns/{campaign_id}', { campaign_id: id, ...ofAccount() }, [
    'records',
    'emails',
    'clock',
  ]);
  return (
    <LoadedRecord of={campaign} noun="Campaign" list={LIST}>
      {(data) => <Content campaign={data} />}
    </LoadedRecord>
  );
};

const LIST = { path: '/campaigns', title: 'Campaigns' };

const Content = ({ campaign }: { readonly campaign: Campaign }) => {
  const { id, name, status, due, emails } = campaign;
  return (
    <RecordPage
      title={name}
      state={status}
      id={id}
      list={LIST}
      actions={<CampaignActions campaign={campaign} />}
    >
      <Figures figures={campaignFigures(campaign)} />
      {emails.length === 0 ? (
        <EmptyState icon="campaign" title="This campaign has no emails">
          <p>Add them with Edit.</p>
        </EmptyState>
      ) : (
        <Emails campaign={campaign} />
      )}
      <div class="columns">
        <DueTable due={due} isSeries />
        <DeliveryTable campaign_id={id} />
      </div>
      <Settings campaign={campaign} />
    </RecordPage>
  );
};

const Emails = ({ campaign: { id, emails, due } }: { readonly campaign: Campaign }) => {
  const number = Number(query.value.get('email') ?? 1);
  const open = emails.find((email) => email.number === number) ?? emails[0];
  return (
    <Section title="Emails">
      <div class="mailing-emails">
        <ol class="email-list">
          {emails.map((email, index) => (
            <li key={email.id}>
              <EmailLink campaignId={id} email={email} day={dayOf(emails, index)} isOpen={email === open} />
            </li>
          ))}
        </ol>
        {open && (
          <EmailPreview
            key={open.id}
            email={open}
            choice={{ campaign_id: id, email_index: open.number - 1 }}
            recipient={due[0]?.email}
          />
        )}
      </div>
    </Section>
  );
};

interface EmailLinkProps {
  readonly campaignId: string;
  readonly email: CampaignEmail;
  /** The day of the series on which it is sent at the earliest. */
  readonly day: number;
  readonly isOpen: boolean;
}

const EmailLink = ({ campaignId, email, day, isOpen }: EmailLinkProps) => {
  const { number, subject, delay, sent, opened, clicked } = email;
  return (
    <a
      class={classes(isOpen && 'is-open')}
      href={urlOf(`/campaigns/${encodeURIComponent(campaignId)}`, { email: String(number) })}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span class="email-number number">{number}</span>
      <span class="email-subject wrap">{subject}</span>
      <span class="quiet">
        Day {day}
        {number > 1 && ` · ${durationText(delay) || 'at once'} after the previous one`}
      </span>
      <span class="email-rates quiet number">
        {numberText(sent)} sent · {percentText(opened, sent)} opened · {percentText(clicked, sent)} clicked
      </span>
    </a>
  );
};

const Settings = ({ campaign }: { readonly campaign: Campaign }) => {
  const zone = campaign.localize_sending_time
    ? "in the subscriber's time zone"
    : 'in the time zone of the account';
  return (
    <Section title="Settings" isCard>
      <DetailList
        details={[
          ['Sending time', `${timeOfDay(campaign.minutes_from_midnight)} ${zone}`],
          ['Sending days', daysText(campaign.days_of_the_week_mask)],
          ['First email', campaign.start_immediately ? 'at once' : 'at the next sending time'],
          ['Double opt-in', campaign.double_optin ? 'yes' : 'no'],
          [
            'Forms',
            campaign.form_ids.length === 0
              ? null
              : campaign.form_ids.map((id) => (
                  <span key={id}>
                    <IdLink type="form" id={id} />{' '}
                  </span>
                )),
          ],
        ]}
      />
    </Section>
  );
};
