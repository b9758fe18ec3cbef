import { numberText } from '../../design/number/number.ts';
import { numberColumn, stateColumn, textColumn, wideOnly } from '../../design/table/columns.tsx';
import { RATE_COLUMNS } from '../../mailing/rate-columns.tsx';
import { declareRecordListPage } from '../../records/record-list-page.tsx';

/** All campaigns with their numbers. */
export const CampaignsPage = declareRecordListPage('campaigns', {
  title: 'Campaigns',
  lead: "Series of emails. Each subscriber gets them one after the other, at the campaign's sending times.",
  icon: 'campaign',
  topics: ['records', 'emails'],
  noun: 'campaign',
  type: 'campaign',
  example: {
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
  },
  columns: [
    textColumn('Campaign', ({ name }) => name),
    stateColumn('Status', '6rem', ({ status }) => status),
    wideOnly(numberColumn('Emails', '5rem', ({ email_count: count }) => numberText(count))),
    numberColumn('Active', '4.5rem', ({ subscriber_counts: { active } }) => numberText(active)),
    wideOnly(
      numberColumn('Completed', '6.5rem', ({ subscriber_counts: { completed } }) => numberText(completed)),
    ),
    ...RATE_COLUMNS,
  ],
});
