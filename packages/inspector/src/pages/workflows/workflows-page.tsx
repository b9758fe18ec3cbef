import { StateBadge } from '../../design/badge/badge.tsx';
import { numberText } from '../../design/number/number.ts';
import type { Column } from '../../design/table/table.tsx';
import { urlOf } from '../../location/location.ts';
import { RATE_COLUMNS } from '../../mailing/rate-columns.tsx';
import type { Creation } from '../../records/create-record.tsx';
import { RecordListPage } from '../../records/record-list-page.tsx';
import { EXAMPLE, type ListedWorkflow, STEPS_HINT } from './workflow.ts';

/** All workflows with the number of their subscribers. */
export const WorkflowsPage = () => (
  <RecordListPage
    title="Workflows"
    lead="Steps that subscribers go through, started by triggers. Open a workflow to see who waits where."
    icon="flow"
    topics={['records', 'emails', 'jobs']}
    columns={COLUMNS}
    creation={CREATION}
  />
);

const CREATION: Creation = {
  noun: 'workflow',
  nouns: 'workflows',
  example: EXAMPLE,
  hint: `As in a seed. ${STEPS_HINT}`,
  hrefOf: (id) => urlOf(`/workflows/${encodeURIComponent(id)}`),
};

const COLUMNS: readonly Column<ListedWorkflow>[] = [
  { id: 'name', header: 'Workflow', cell: ({ name }) => <span title={name}>{name}</span> },
  { id: 'status', header: 'Status', width: '6rem', cell: ({ status }) => <StateBadge state={status} /> },
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
    header: 'Inside',
    width: '4.5rem',
    look: 'number',
    cell: ({ active }) => numberText(active),
  },
  ...RATE_COLUMNS,
];
