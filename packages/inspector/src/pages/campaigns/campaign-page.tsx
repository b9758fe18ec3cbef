import type { ResponseOf } from '../../api/responses.ts';
import { classes } from '../../design/classes.ts';
import { DetailList } from '../../design/detail-list/detail-list.tsx';
import { type Figure, Figures } from '../../design/figures/figures.tsx';
import { IdLink, urlOfRecord } from '../../design/id-link/id-link.tsx';
import { numberText, percentText } from '../../design/number/number.ts';
import { Section } from '../../design/page/page.tsx';
import { Nothing } from '../../design/states/states.tsx';
import { query } from '../../location/location.ts';
import { DeliveryTable } from '../../mailing/delivery-table.tsx';
import { DueTable } from '../../mailing/due-table.tsx';
import { DAYS, dayOf, durationText, timeOfDay } from '../../mailing/duration.ts';
import { EmailPreview } from '../../mailing/email-preview.tsx';
import { emailFigures } from '../../mailing/mailing.ts';
import { ActivationButton, AddSubscriber, EditButton } from '../../records/buttons.tsx';
import { declareRecordPage } from '../../records/record-page.tsx';
import { WhyNotButton } from '../../records/why-not.tsx';

type Campaign = ResponseOf<'GET /_admin/campaigns/{campaign_id}'>;

/** One campaign: its numbers, emails, sending times, and who gets the next emails. */
export const CampaignPage = declareRecordPage('GET /_admin/campaigns/{campaign_id}', 'campaign_id', {
  noun: 'Campaign',
  list: { path: '/campaigns', title: 'Campaigns' },
  topics: ['records', 'emails', 'clock'],
  headOf: ({ name, status, id }) => ({ title: name, state: status, id }),
  actions: (campaign) => (
    <>
      <EditButton
        noun="campaign"
        nouns="campaigns"
        route="PUT /_admin/campaigns/{campaign_id}"
        ids={{ campaign_id: campaign.id }}
        value={editableOf(campaign)}
        hint="Active subscribers continue with the next email of the new list."
      />
      <WhyNotButton sender={{ kind: 'campaign', id: campaign.id }} />
      <AddSubscriber
        nouns="campaigns"
        id={campaign.id}
        verb="Subscribe"
        title="Subscribe to this campaign"
        done="Subscribed"
      />
      <ActivationButton nouns="campaigns" id={campaign.id} isActive={campaign.status === 'active'} />
    </>
  ),
  content: (campaign) => (
    <>
      <Figures figures={figuresOf(campaign)} />
      <Emails campaign={campaign} />
      <div class="columns">
        <DueTable due={campaign.due} isSeries />
        <DeliveryTable campaign_id={campaign.id} />
      </div>
      <Settings campaign={campaign} />
    </>
  ),
});

const editableOf = ({ emails, ...campaign }: Campaign) => ({
  name: campaign.name,
  minutes_from_midnight: campaign.minutes_from_midnight,
  localize_sending_time: campaign.localize_sending_time,
  days_of_the_week_mask: campaign.days_of_the_week_mask,
  start_immediately: campaign.start_immediately,
  double_optin: campaign.double_optin,
  emails: emails.map(({ id, subject, html, text, delay }) => ({
    ...{ id, subject, html_body: html, text_body: text, delay },
  })),
});

const figuresOf = ({ subscriber_counts: counts, ...campaign }: Campaign): readonly Figure[] => [
  {
    title: 'Active subscribers',
    value: numberText(counts.active),
    note: counts.unconfirmed > 0 ? `${numberText(counts.unconfirmed)} unconfirmed` : 'get the next emails',
  },
  {
    title: 'Completed',
    value: numberText(counts.completed),
    note: `${numberText(counts.unsubscribed + counts.removed)} left`,
  },
  ...emailFigures(campaign).filter(({ title }) => title !== 'Unsubscribed'),
];

interface CampaignProps {
  readonly campaign: Campaign;
}

const Emails = ({ campaign: { id, emails, due } }: CampaignProps) => {
  const number = Number(query.value.get('email') ?? 1);
  const open = emails.find((email) => email.number === number) ?? emails[0];
  if (!open) return <Nothing of={['campaign', 'This campaign has no emails', 'Add them with Edit.']} />;
  return (
    <Section title="Emails">
      <div class="mailing-emails">
        <ol class="stack email-list">
          {emails.map((email, index) => (
            <li key={email.id}>
              <EmailLink
                email={email}
                href={urlOfRecord('campaign', id, { email: String(email.number) })}
                day={dayOf(emails, index)}
                isOpen={email === open}
              />
            </li>
          ))}
        </ol>
        <EmailPreview
          key={open.id}
          email={open}
          choice={{ campaign_id: id, email_index: open.number - 1 }}
          recipient={due[0]?.email}
        />
      </div>
    </Section>
  );
};

interface EmailLinkProps {
  readonly email: Campaign['emails'][number];
  readonly href: string;
  /** The day of the series on which it is sent at the earliest. */
  readonly day: number;
  readonly isOpen: boolean;
}

const EmailLink = ({ email, href, day, isOpen }: EmailLinkProps) => {
  const { number, subject, delay, sent, opened, clicked } = email;
  return (
    <a class={classes(isOpen && 'is-open')} href={href} aria-current={isOpen ? 'true' : undefined}>
      <span class="email-number number">{number}</span>
      <span class="email-subject wrap">{subject}</span>
      <span class="quiet">
        Day {day}
        {number > 1 && ` · ${durationText(delay) || 'at once'} after the previous one`}
      </span>
      <span class="small quiet number">
        {numberText(sent)} sent · {percentText(opened, sent)} opened · {percentText(clicked, sent)} clicked
      </span>
    </a>
  );
};

const Settings = ({ campaign }: CampaignProps) => {
  const zone = campaign.localize_sending_time ? "the subscriber's time zone" : 'the time zone of the account';
  const days = DAYS.filter((_, index) => campaign.days_of_the_week_mask[index] === '1');
  const forms = campaign.form_ids.map((id) => (
    <span key={id}>
      <IdLink type="form" id={id} />{' '}
    </span>
  ));
  return (
    <Section title="Settings" isCard>
      <DetailList
        details={[
          ['Sending time', `${timeOfDay(campaign.minutes_from_midnight)} in ${zone}`],
          ['Sending days', days.length === 7 ? 'every day' : days.join(', ') || 'never'],
          ['First email', campaign.start_immediately ? 'at once' : 'at the next sending time'],
          ['Double opt-in', campaign.double_optin ? 'yes' : 'no'],
          ['Forms', forms.length === 0 ? null : forms],
        ]}
      />
    </Section>
  );
};
