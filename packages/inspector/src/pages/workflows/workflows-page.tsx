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
import { EXAMPLE, type ListedWorkflow } from './workflow.ts';

/** All workflows with the number of their subscribers. */
export const WorkflowsPage = () => {
  const resource = useResource<{ readonly workflows: readonly ListedWorkflow[] }>('/workflows', ofAccount(), [
    'records',
    'emails',
    'jobs',
  ]);
  const isCreating = useSignal(false);
  const setCreating = (value: boolean) => {
    isCreating.value = value;
  };
  return (
    <Page
      title="Workflows"
      lead="Steps that subscribers go through, started by triggers. Open a workflow to see who waits where."
      actions={
        <Button icon="plus" look="primary" onClick={() => setCreating(true)}>
          Create workflow
        </Button>
      }
    >
      <Loaded of={resource}>
        {({ workflows }) =>
          workflows.length === 0 ? (
            <EmptyState icon="flow" title="No workflows yet">
              <p>The REST API cannot create workflows. Create one here, or in the server's seed.</p>
              <Button icon="plus" onClick={() => setCreating(true)}>
                Create workflow
              </Button>
            </EmptyState>
          ) : (
            <Table
              label="Workflows"
              columns={COLUMNS}
              rows={workflows}
              keyOf={({ id }) => id}
              hrefOf={({ id }) => urlOf(`/workflows/${encodeURIComponent(id)}`)}
            />
          )
        }
      </Loaded>
      {isCreating.value && <CreateWorkflow onClose={() => setCreating(false)} />}
    </Page>
  );
};

const CreateWorkflow = ({ onClose }: { readonly onClose: () => void }) => (
  <JsonDialog
    title="Create a workflow"
    verb="Create"
    value={EXAMPLE}
    hint="As in a seed. The types of steps are delay, send_email, apply_tag, remove_tag, record_event, goal and exit."
    done="Workflow created"
    onClose={onClose}
    onSave={async (body) => {
      const { id } = await callApi<{ readonly id: string }>(
        inRoute`POST /accounts/${accountId.value}/workflows`,
        { body },
      );
      navigate(urlOf(`/workflows/${encodeURIComponent(id)}`));
    }}
  />
);

const COLUMNS: readonly Column<ListedWorkflow>[] = [
  { id: 'name', header: 'Workflow', cell: ({ name }) => <span title={name}>{name}</span> },
  { id: 'status', header: 'Status', width: '6.5rem', cell: ({ status }) => <StateBadge state={status} /> },
  {
    id: 'steps',
    header: 'Steps',
    width: '5rem',
    look: 'number',
    isWideOnly: true,
    cell: ({ step_count: count }) => numberText(count),
  },
  {
    id: 'active',
    header: 'Subscribers',
    width: '7rem',
    look: 'number',
    cell: ({ active }) => numberText(active),
  },
  ...RATE_COLUMNS,
];
