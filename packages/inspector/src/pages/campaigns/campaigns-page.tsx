import { useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import { callApi, inRoute } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import { StateBadge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { numberText } from '../../design/number/number.ts';
import { Page } from '../../design/page/page.tsx';
import { EmptyState, Loaded } from '../../design/states/states.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { navigate, urlOf } from '../../location/location.ts';
import { JsonDialog } from '../../mailing/json-dialog.tsx';
import { ofAccount } from '../../mailing/mailing.ts';
import { RATE_COLUMNS } from '../../mailing/rate-columns.tsx';
import { EXAMPLE, type ListedCampaign } from './campaign.ts';

/** All campaigns with their numbers. */
export const CampaignsPage = () => {
  const resource = useResource<{ readonly campaigns: readonly ListedCampaign[] }>('/campaigns', ofAccount(), [
    'records',
    'emails',
  ]);
  const isCreating = useSignal(false);
  const setCreating = (value: boolean) => {
    isCreating.value = value;
  };
  return (
    <Page
      title="Campaigns"
      lead="Series of emails. Each subscriber gets them one after the other, at the campaign's sending times."
      actions={
        <Button icon="plus" look="primary" onClick={() => setCreating(true)}>
          Create campaign
        </Button>
      }
    >
      <Loaded of={resource}>
        {({ campaigns }) =>
          campaigns.length === 0 ? (
            <EmptyState icon="campaign" title="No campaigns yet">
              <p>The REST API cannot create campaigns. Create one here, or in the server's seed.</p>
              <Button icon="plus" onClick={() => setCreating(true)}>
                Create campaign
              </Button>
            </EmptyState>
          ) : (
            <Table
              label="Campaigns"
              columns={COLUMNS}
              rows={campaigns}
              keyOf={({ id }) => id}
              hrefOf={({ id }) => urlOf(`/campaigns/${encodeURIComponent(id)}`)}
            />
          )
        }
      </Loaded>
      {isCreating.value && <CreateCampaign onClose={() => setCreating(false)} />}
    </Page>
  );
};

const CreateCampaign = ({ onClose }: { readonly onClose: () => void }) => (
  <JsonDialog
    title="Create a campaign"
    verb="Create"
    value={EXAMPLE}
    hint="As in a seed. The id is generated, unless you give one."
    done="Campaign created"
    onClose={onClose}
    onSave={async (body) => {
      const { id } = await callApi<{ readonly id: string }>(
        inRoute`POST /accounts/${accountId.value}/campaigns`,
        { body },
      );
      navigate(urlOf(`/campaigns/${encodeURIComponent(id)}`));
    }}
  />
);

const COLUMNS: readonly Column<ListedCampaign>[] = [
  { id: 'name', header: 'Campaign', cell: ({ name }) => <span title={name}>{name}</span> },
  { id: 'status', header: 'Status', width: '6.5rem', cell: ({ status }) => <StateBadge state={status} /> },
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
    width: '5rem',
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
