import type { Figure } from '../../design/figures/figures.tsx';
import { numberText } from '../../design/number/number.ts';
import type { Duration } from '../../mailing/duration.ts';
import { type DueEmail, type EmailFigures, emailFigures, type MailingEmail } from '../../mailing/mailing.ts';

/** How many subscribers a campaign has, by the state of their subscription. */
export interface SubscriberCounts {
  /** Without the completed ones. */
  readonly active: number;
  readonly completed: number;
  readonly unconfirmed: number;
  readonly unsubscribed: number;
  readonly removed: number;
}

/** A campaign in the list. */
export interface ListedCampaign extends EmailFigures {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly created_at: string;
  readonly subscriber_counts: SubscriberCounts;
  readonly email_count: number;
}

/** An email of a campaign. */
export interface CampaignEmail extends MailingEmail {
  readonly number: number;
  /** How long after the previous email it is sent. */
  readonly delay: Duration;
}

/** The answer of `GET /_admin/campaigns/{campaign_id}`. */
export interface Campaign extends ListedCampaign {
  readonly start_immediately: boolean;
  readonly minutes_from_midnight: number;
  readonly localize_sending_time: boolean;
  readonly days_of_the_week_mask: string;
  readonly double_optin: boolean;
  readonly emails: readonly CampaignEmail[];
  readonly form_ids: readonly string[];
  readonly due: readonly DueEmail[];
}

/** The numbers of a campaign. */
export const campaignFigures = ({ subscriber_counts: counts, ...campaign }: Campaign): readonly Figure[] => [
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

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The days in a mask such as `0111110`, which begins with Sunday. */
export function daysText(mask: string): string {
  const days = DAYS.filter((_, index) => mask[index] === '1');
  return days.length === 7 ? 'every day' : days.join(', ') || 'never';
}

/** Minutes from midnight as a time, such as `09:00`. */
export const timeOfDay = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** A campaign that the dialog shows first, as seeds have it. */
export const EXAMPLE = {
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
};
