import type { ResponseOf } from '../../api/request.ts';
import { IdLink, urlOfRecord } from '../../design/link/link.tsx';
import { column, declareList } from '../../design/list/list.tsx';
import { recordFilters } from '../../design/list/term-filters.ts';
import { DetailList, type Figure, Figures, Nothing, Section } from '../../design/page/page.tsx';
import { numberText, percentText } from '../../design/words.ts';
import { query } from '../../location/location.ts';
import { DAYS, dayOf, durationText, timeOfDay } from '../../mailing/duration.ts';
import { DeliveryTable, DueTable, EmailPreview, emailFigures, RATE_COLUMNS } from '../../mailing/mailing.tsx';
import { ActivationButton, AddSubscriber, creationOf, EditRecord, noneYet } from '../../records/buttons.tsx';
import { declarePage, recordById } from '../../records/noun-page.tsx';
import { WhyNotButton } from '../../records/why-not.tsx';

type Campaign = ResponseOf<'GET /_admin/campaigns/{campaign_id}'>;

export const CampaignsPage = declarePage('campaign', {
  lead: "Series of emails. Each subscriber gets them one after the other, at the campaign's sending times.",
  creation: creationOf('campaign', {
    name: 'Welcome',
    status: 'active',
    start_immediately: true,
    minutes_from_midnight: 540,
    emails: [
      {
        subject: 'Welcome{% if subscriber.first_name %}, {{ subscriber.first_name }}{% endif %}',
        html_body: '<h1>Welcome</h1><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      },
      { subject: 'How is it going?', html_body: '<p>Two days later.</p>', delay: { days: 2 } },
    ],
  }),
  list: declareList('campaign', ['GET /_admin/campaigns', 'campaigns'], {
    topics: ['records', 'emails'],
    isWhole: true,
    filters: recordFilters('campaigns'),
    columns: [
      column.text('Campaign', ({ name }) => name),
      column.state('Status', '6rem', ({ status }) => status),
      column.wide(column.number('Emails', '5rem', ({ email_count: count }) => numberText(count))),
      column.number('Active', '4.5rem', ({ subscriber_counts: { active } }) => numberText(active)),
      column.wide(
        column.number('Completed', '6.5rem', ({ subscriber_counts: { completed } }) => numberText(completed)),
      ),
      ...RATE_COLUMNS,
    ],
    empty: noneYet('campaign'),
  }),
  record: recordById('GET /_admin/campaigns/{campaign_id}', 'campaign_id', ['records', 'emails', 'clock'], {
    actions: (campaign) => (
      <>
        <EditRecord
          noun="campaign"
          id={campaign.id}
          value={editableOf(campaign)}
          hint="Active subscribers continue with the next email of the new list."
        />
        <WhyNotButton sender={{ kind: 'campaign', id: campaign.id }} />
        <AddSubscriber nouns="campaigns" id={campaign.id} />
        <ActivationButton nouns="campaigns" id={campaign.id} status={campaign.status} />
      </>
    ),
    content: (campaign) => (
      <>
        <Figures figures={figuresOf(campaign)} />
        <Emails campaign={campaign} />
        <DeliveryTable campaign_id={campaign.id} />
        <DueTable due={campaign.due} />
        <Settings campaign={campaign} />
      </>
    ),
  }),
});

const editableOf = ({ emails, ...campaign }: Campaign) => ({
  ...campaign,
  emails: emails.map(({ html, text, ...email }) => ({ ...email, html_body: html, text_body: text })),
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
      <div class="sides">
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
  readonly day: number;
  readonly isOpen: boolean;
}

const EmailLink = ({ email, href, day, isOpen }: EmailLinkProps) => {
  const { number, subject, delay, sent, opened, clicked } = email;
  return (
    <a class="card" href={href} aria-current={isOpen ? 'true' : undefined}>
      <span class="email-number number small quiet">{number}</span>
      <b class="wrap">{subject}</b>
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
