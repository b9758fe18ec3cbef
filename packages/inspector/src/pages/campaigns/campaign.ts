import type { Item, ResponseOf } from '../../api/responses.ts';
import type { Figure } from '../../design/figures/figures.tsx';
import { numberText } from '../../design/number/number.ts';
import { emailFigures } from '../../mailing/mailing.ts';

/** A campaign in the list. */
export type ListedCampaign = Item<'GET /_admin/campaigns', 'campaigns'>;

/** A campaign with its emails. */
export type Campaign = ResponseOf<'GET /_admin/campaigns/{campaign_id}'>;

/** An email of a campaign. */
export type CampaignEmail = Campaign['emails'][number];

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

/** A campaign that the dialog shows first, in the format of a seed. */
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
