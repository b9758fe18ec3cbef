import { numberText } from '../../design/number/number.ts';
import { numberColumn, stateColumn, wideOnly } from '../../design/table/columns.tsx';
import type { Column } from '../../design/table/table.tsx';
import { urlOf } from '../../location/location.ts';
import { RATE_COLUMNS } from '../../mailing/rate-columns.tsx';
import type { Creation } from '../../records/create-record.tsx';
import { RecordListPage } from '../../records/record-list-page.tsx';
import { EXAMPLE, type ListedCampaign } from './campaign.ts';

/** All campaigns with their numbers. */
export const CampaignsPage = () => (
  <RecordListPage
    title="Campaigns"
    lead="Series of emails. Each subscriber gets them one after the other, at the campaign's sending times."
    icon="campaign"
    topics={['records', 'emails']}
    columns={COLUMNS}
    creation={CREATION}
  />
);

const CREATION: Creation = {
  noun: 'campaign',
  nouns: 'campaigns',
  example: EXAMPLE,
  hrefOf: (id) => urlOf(`/campaigns/${encodeURIComponent(id)}`),
};

const COLUMNS: readonly Column<ListedCampaign>[] = [
  { header: 'Campaign', cell: ({ name }) => <span title={name}>{name}</span> },
  stateColumn('Status', '6rem', ({ status }) => status),
  wideOnly(numberColumn('Emails', '5rem', ({ email_count: count }) => numberText(count))),
  numberColumn('Active', '4.5rem', ({ subscriber_counts: { active } }) => numberText(active)),
  wideOnly(
    numberColumn('Completed', '6.5rem', ({ subscriber_counts: { completed } }) => numberText(completed)),
  ),
  ...RATE_COLUMNS,
];
