import { callForAccount } from '../../api/accounts.ts';
import { encoded } from '../../api/send-request.ts';
import { Code } from '../../design/code/code.tsx';
import { urlOfRecord } from '../../design/id-link/id-link.tsx';
import { LoadedRows, type RowsDeclaration } from '../../design/list/list.tsx';
import { numberText } from '../../design/number/number.ts';
import { Section } from '../../design/page/page.tsx';
import { removeColumn, textColumn } from '../../design/table/columns.tsx';
import { Time } from '../../design/time/time.tsx';
import { attemptRequest } from '../../design/toast/toast.tsx';
import { RecordDialog } from '../../editor/record-dialog.tsx';
import { query, setQuery } from '../../location/location.ts';
import { ActivationButton, AddSubscriber, EditButton } from '../../records/buttons.tsx';
import { declareRecordPage } from '../../records/record-page.tsx';
import { WhyNotButton } from '../../records/why-not.tsx';
import { type Member, type Step, type Workflow, wordsOf } from './workflow.ts';
import { WorkflowGraph } from './workflow-graph.tsx';

const CHANGE = 'PUT /_admin/workflows/{workflow_id}';

/** One workflow as a graph, with the subscribers at each step. */
export const WorkflowPage = declareRecordPage('GET /_admin/workflows/{workflow_id}', 'workflow_id', {
  noun: 'Workflow',
  list: { path: '/workflows', title: 'Workflows' },
  topics: ['records', 'jobs', 'emails', 'clock'],
  headOf: ({ name, status, id }) => ({ title: name, state: status, id }),
  actions: ({ id, name, status, triggers, steps }) => (
    <>
      <EditButton
        noun="workflow"
        nouns="workflows"
        route={CHANGE}
        ids={{ workflow_id: id }}
        value={{ name, triggers, steps: steps.map(editableOf) }}
        hint="Subscribers continue at their position in the new list."
      />
      <WhyNotButton sender={{ kind: 'workflow', id }} />
      <AddSubscriber nouns="workflows" id={id} verb="Enroll" title="Enroll a subscriber" done="Enrolled" />
      <ActivationButton nouns="workflows" id={id} isActive={status === 'active'} />
    </>
  ),
  content: (workflow) => {
    const step = workflow.steps.find(({ id }) => id === query.value.get('step'));
    return (
      <div class="workflow-columns">
        <WorkflowGraph workflow={workflow} openStep={step?.id} />
        <InsertStep workflow={workflow} />
        <div class="stack workflow-side">
          {step && <StepDetail workflow={workflow} step={step} />}
          <Members workflow={workflow} step={step} />
        </div>
      </div>
    );
  },
});

/** A step in the format of a seed. */
function editableOf({ id: _, next, figures, ...step }: Step) {
  const { email, trigger, ...others } = { email: undefined, trigger: undefined, ...step };
  return { ...others, ...email, ...trigger };
}

/** Inserts the step that the URL numbers, which waits for a day until the user chooses something else. */
const InsertStep = ({ workflow: { id, steps } }: { readonly workflow: Workflow }) => {
  const number = Number(query.value.get('insert'));
  if (number === 0) return null;
  return (
    <RecordDialog
      key={number}
      title={`Insert step ${number}`}
      verb="Insert"
      route={CHANGE}
      value={{ steps: steps.map(editableOf).toSpliced(number - 1, 0, { type: 'delay', days: 1 }) }}
      hidden={['name', 'triggers']}
      opened={`steps[${number - 1}]`}
      done="Step inserted"
      onClose={() => setQuery({ insert: '' })}
      onSave={(change) => callForAccount(CHANGE, { ...change, workflow_id: id })}
    />
  );
};

interface StepProps {
  readonly workflow: Workflow;
  readonly step: Step;
}

const StepDetail = ({ workflow: { id }, step }: StepProps) => {
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

interface MembersProps {
  readonly workflow: Workflow;
  /** Only its subscribers are shown. */
  readonly step: Step | undefined;
}

/** The subscribers in a workflow, and what each of them waits for. */
const Members = ({ workflow, step }: MembersProps) => {
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
    textColumn('Subscriber', ({ email }) => email),
    { header: 'Where', look: 'quiet', cell: (member) => <Place member={member} steps={steps} /> },
    removeColumn(
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

/** Where a subscriber is, such as `Step 2: waits for delay, continues in 3 days`. */
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
