import { numberText } from '../../design/number/number.ts';
import { numberColumn, stateColumn, textColumn, wideOnly } from '../../design/table/columns.tsx';
import { RATE_COLUMNS } from '../../mailing/rate-columns.tsx';
import { declareRecordListPage } from '../../records/record-list-page.tsx';

/** All workflows with the number of their subscribers. */
export const WorkflowsPage = declareRecordListPage('workflows', {
  title: 'Workflows',
  lead: 'Steps that subscribers go through, started by triggers. Open a workflow to see who waits where.',
  icon: 'flow',
  topics: ['records', 'emails', 'jobs'],
  noun: 'workflow',
  type: 'workflow',
  example: {
    name: 'Onboarding',
    status: 'active',
    triggers: [
      { provider: 'trickle', trigger_type: 'performed_custom_event', properties: { action: 'Signed up' } },
    ],
    steps: [
      { type: 'send_email', subject: 'Your account is ready', html_body: '<p>Welcome aboard.</p>' },
      { type: 'delay', days: 3 },
      { type: 'apply_tag', tag: 'onboarded' },
      { type: 'exit' },
    ],
  },
  columns: [
    textColumn('Workflow', ({ name }) => name),
    stateColumn('Status', '6rem', ({ status }) => status),
    wideOnly(numberColumn('Steps', '5rem', ({ step_count: count }) => numberText(count))),
    numberColumn('Inside', '4.5rem', ({ active }) => numberText(active)),
    ...RATE_COLUMNS,
  ],
});
