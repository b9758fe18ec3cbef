import { useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import { callApi, inRoute } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import { StateBadge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { Page } from '../../design/page/page.tsx';
import { EmptyState, Loaded } from '../../design/states/states.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { Time } from '../../design/time/time.tsx';
import { navigate, urlOf } from '../../location/location.ts';
import { JsonDialog } from '../../mailing/json-dialog.tsx';
import { ofAccount } from '../../mailing/mailing.ts';
import { RATE_COLUMNS } from '../../mailing/rate-columns.tsx';
import { EXAMPLE, type ListedBroadcast } from './broadcast.ts';

/** All broadcasts with their numbers. */
export const BroadcastsPage = () => {
  const resource = useResource<{ readonly broadcasts: readonly ListedBroadcast[] }>(
    '/broadcasts',
    ofAccount(),
    ['records', 'emails'],
  );
  const isCreating = useSignal(false);
  const setCreating = (value: boolean) => {
    isCreating.value = value;
  };
  return (
    <Page
      title="Broadcasts"
      lead="Single emails to all active subscribers, sent at one time."
      actions={
        <Button icon="plus" look="primary" onClick={() => setCreating(true)}>
          Create broadcast
        </Button>
      }
    >
      <Loaded of={resource}>
        {({ broadcasts }) =>
          broadcasts.length === 0 ? (
            <EmptyState icon="broadcast" title="No broadcasts yet">
              <p>The REST API cannot create broadcasts. Create one here, or in the server's seed.</p>
              <Button icon="plus" onClick={() => setCreating(true)}>
                Create broadcast
              </Button>
            </EmptyState>
          ) : (
            <Table
              label="Broadcasts"
              columns={COLUMNS}
              rows={broadcasts}
              keyOf={({ id }) => id}
              hrefOf={({ id }) => urlOf(`/broadcasts/${encodeURIComponent(id)}`)}
            />
          )
        }
      </Loaded>
      {isCreating.value && <CreateBroadcast onClose={() => setCreating(false)} />}
    </Page>
  );
};

const CreateBroadcast = ({ onClose }: { readonly onClose: () => void }) => (
  <JsonDialog
    title="Create a broadcast"
    verb="Create"
    value={EXAMPLE}
    hint="As in a seed. Schedule a draft on its page."
    done="Broadcast created"
    onClose={onClose}
    onSave={async (body) => {
      const { id } = await callApi<{ readonly id: string }>(
        inRoute`POST /accounts/${accountId.value}/broadcasts`,
        { body },
      );
      navigate(urlOf(`/broadcasts/${encodeURIComponent(id)}`));
    }}
  />
);

const COLUMNS: readonly Column<ListedBroadcast>[] = [
  {
    id: 'name',
    header: 'Broadcast',
    cell: ({ name, subject }) => (
      <span title={`${name}: ${subject}`}>
        {name} <span class="broadcast-subject quiet wide-only">{subject}</span>
      </span>
    ),
  },
  { id: 'status', header: 'Status', width: '7rem', cell: ({ status }) => <StateBadge state={status} /> },
  {
    id: 'at',
    header: 'Send time',
    width: '7rem',
    look: 'quiet',
    isWideOnly: true,
    cell: ({ send_at: at }) => <Time at={at} />,
  },
  ...RATE_COLUMNS,
];
