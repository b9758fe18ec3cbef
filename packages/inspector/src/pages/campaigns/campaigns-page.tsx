import { StateBadge } from '../../design/badge/badge.tsx';
import { numberText } from '../../design/number/number.ts';
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
  hint: 'As in a seed. The id is generated, unless you give one.',
  hrefOf: (id) => urlOf(`/campaigns/${encodeURIComponent(id)}`),
};

const COLUMNS: readonly Column<ListedCampaign>[] = [
  { id: 'name', header: 'Campaign', cell: ({ name }) => <span title={name}>{name}</span> },
  { id: 'status', header: 'Status', width: '6rem', cell: ({ status }) => <StateBadge state={status} /> },
  {
    id: 'emails',
    header: 'Emails',
    width: '5rem',
    look: 'number',
    isWideOnly: true,
    cell: ({ email_count: count }) => numberText(count),
  },
  {
    id: 'active',
    header: 'Active',
    width: '4.5rem',
    look: 'number',
    cell: ({ subscriber_counts: { active } }) => numberText(active),
  },
  {
    id: 'completed',
    header: 'Completed',
    width: '6.5rem',
    look: 'number',
    isWideOnly: true,
    cell: ({ subscriber_counts: { completed } }) => numberText(completed),
  },
  ...RATE_COLUMNS,
];
