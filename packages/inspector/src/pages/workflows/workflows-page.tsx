import { numberText } from '../../design/number/number.ts';
import { numberColumn, stateColumn, wideOnly } from '../../design/table/columns.tsx';
import type { Column } from '../../design/table/table.tsx';
import { urlOf } from '../../location/location.ts';
import { RATE_COLUMNS } from '../../mailing/rate-columns.tsx';
import type { Creation } from '../../records/create-record.tsx';
import { RecordListPage } from '../../records/record-list-page.tsx';
import { EXAMPLE, type ListedWorkflow } from './workflow.ts';

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
  hrefOf: (id) => urlOf(`/workflows/${encodeURIComponent(id)}`),
};

const COLUMNS: readonly Column<ListedWorkflow>[] = [
  { header: 'Workflow', cell: ({ name }) => <span title={name}>{name}</span> },
  stateColumn('Status', '6rem', ({ status }) => status),
  wideOnly(numberColumn('Steps', '5rem', ({ step_count: count }) => numberText(count))),
  numberColumn('Inside', '4.5rem', ({ active }) => numberText(active)),
  ...RATE_COLUMNS,
];
