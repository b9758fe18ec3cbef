import { encoded } from '../../api/send-request.ts';
import { Code } from '../../design/code/code.tsx';
import { urlOfRecord } from '../../design/link/link.tsx';
import { declareList, LoadedRows, type RowsDeclaration } from '../../design/list/list.tsx';
import { recordFilters } from '../../design/list/term-filters.ts';
import { Section } from '../../design/page/page.tsx';
import * as column from '../../design/table/columns.tsx';
import { Time } from '../../design/time/time.tsx';
import { attemptRequest } from '../../design/toast/toast.tsx';
import { numberText } from '../../design/words.ts';
import { RecordDialog } from '../../editor/record-dialog.tsx';
import type { Draft } from '../../editor/schema.ts';
import { query, setQuery } from '../../location/location.ts';
import { RATE_COLUMNS } from '../../mailing/mailing.tsx';
import { ActivationButton, AddSubscriber, creationOf, EditRecord, noneYet } from '../../records/buttons.tsx';
import { declarePage, recordById } from '../../records/noun-page.tsx';
import { WhyNotButton } from '../../records/why-not.tsx';
import { type Member, type Step, type Workflow, WorkflowGraph, wordsOf } from './workflow-graph.tsx';

export const WorkflowsPage = declarePage('workflow', {
  lead: 'Steps that subscribers go through, started by triggers. Open a workflow to see who waits where.',
  creation: creationOf('workflow', {
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
  }),
  list: declareList('workflow', ['GET /_admin/workflows', 'workflows'], {
    topics: ['records', 'emails', 'jobs'],
    isWhole: true,
    filters: recordFilters('workflows'),
    columns: [
      column.text('Workflow', ({ name }) => name),
      column.state('Status', '6rem', ({ status }) => status),
      column.wide(column.number('Steps', '5rem', ({ step_count: count }) => numberText(count))),
      column.number('Inside', '4.5rem', ({ active }) => numberText(active)),
      ...RATE_COLUMNS,
    ],
    empty: noneYet('workflow'),
  }),
  record: recordById(
    'GET /_admin/workflows/{workflow_id}',
    'workflow_id',
    ['records', 'jobs', 'emails', 'clock'],
    {
      actions: ({ id, name, status, triggers, steps }) => (
        <>
          <EditRecord
            noun="workflow"
            id={id}
            value={{ name, triggers, steps: steps.map(editableOf) }}
            hint="Subscribers continue at their position in the new list."
          />
          <WhyNotButton sender={{ kind: 'workflow', id }} />
          <AddSubscriber nouns="workflows" id={id} />
          <ActivationButton nouns="workflows" id={id} status={status} />
        </>
      ),
      content: (workflow) => <Content workflow={workflow} />,
    },
  ),
});

const Content = ({ workflow }: { readonly workflow: Workflow }) => {
  const step = workflow.steps.find(({ id }) => id === query.value.get('step'));
  return (
    <div class="sides workflow">
      <WorkflowGraph workflow={workflow} openStep={step?.id} />
      <InsertStep workflow={workflow} />
      <div class="stack workflow-side">
        {step && <StepDetail workflow={workflow} step={step} />}
        <Members workflow={workflow} step={step} />
      </div>
    </div>
  );
};

const editableOf = (step: Step) => ({
  ...step,
  ...('email' in step && step.email),
  ...('trigger' in step && step.trigger),
});

/** Inserts the step that the URL numbers, which waits for a day until the user chooses something else. */
const InsertStep = ({ workflow: { id, steps } }: { readonly workflow: Workflow }) => {
  const number = Number(query.value.get('insert'));
  if (number === 0) return null;
  return (
    <RecordDialog
      key={number}
      title={`Insert step ${number}`}
      verb="Insert"
      route="PUT /_admin/workflows/{workflow_id}"
      value={{ steps: steps.map<Draft>(editableOf).toSpliced(number - 1, 0, { type: 'delay', days: 1 }) }}
      hidden={['name', 'triggers']}
      opened={`steps[${number - 1}]`}
      done="Step inserted"
      ids={{ workflow_id: id }}
      onClose={() => setQuery({ insert: '' })}
    />
  );
};

const StepDetail = ({ workflow: { id }, step }: { readonly workflow: Workflow; readonly step: Step }) => {
  const { title, note } = wordsOf(step);
  return (
    <Section title={title} actions={<a href={urlOfRecord('workflow', id)}>Show all subscribers</a>} isCard>
      {note && <p class="quiet wrap">{note}</p>}
      {step.type === 'send_email' && (
        <Code label="HTML with Liquid" text={step.email.html_body || step.email.text_body} />
      )}
    </Section>
  );
};

const Members = ({ workflow, step }: { readonly workflow: Workflow; readonly step: Step | undefined }) => {
  const members = workflow.members.filter(({ step_id: id }) => step === undefined || id === step.id);
  const total = step ? (workflow.waiting[step.id] ?? 0) : workflow.active;
  return (
    <Section
      title={step ? `${numberText(total)} at this step` : `${numberText(total)} subscribers in the workflow`}
    >
      <LoadedRows
        of={membersOf(workflow, step ? 'at this step' : 'in this workflow', total)}
        rows={members}
      />
      {members.length > 0 && members.length < total && (
        <p class="quiet">The list contains only subscribers among the newest 50 in the workflow.</p>
      )}
    </Section>
  );
};

const membersOf = ({ id, steps }: Workflow, place: string, total: number): RowsDeclaration<Member> => ({
  noun: 'subscribers',
  label: 'Subscribers in the workflow',
  columns: [
    column.text('Subscriber', ({ email }) => email),
    { header: 'Where', look: 'quiet', cell: (member) => <Place member={member} steps={steps} /> },
    column.remove(
      ({ email }) => `Remove ${email}`,
      ({ email, subscriber_id: subscriber }) =>
        attemptRequest(`${email} removed`, 'DELETE', encoded`/workflows/${id}/subscribers/${subscriber}`),
    ),
  ],
  keyOf: ({ subscriber_id: id }) => id,
  hrefOf: ({ subscriber_id: id }) => urlOfRecord('subscriber', id),
  empty: [
    'users',
    `No subscriber is ${place}`,
    total > 0 ? 'The newest 50 subscribers are elsewhere.' : 'Enroll a subscriber, or cause a trigger.',
  ],
});

interface PlaceProps {
  readonly member: Member;
  readonly steps: readonly Step[];
}

/** The place of a subscriber, such as `Step 2: waits for delay, continues in 3 days`. */
const Place = ({ member: { step_id: id, waits_for: reason, runs_at: at }, steps }: PlaceProps) => (
  <>
    Step {steps.findIndex((step) => step.id === id) + 1}
    {reason && `, waits for ${reason}`}
    {at && (
      <>
        , continues <Time at={at} />
      </>
    )}
  </>
);
