import type { ResponseOf } from '../../api/request.ts';
import { encoded } from '../../api/send-request.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Code } from '../../design/code/code.tsx';
import { Icon, type IconName } from '../../design/icon/icon.tsx';
import { urlOfRecord } from '../../design/link/link.tsx';
import { column, declareList, LoadedRows, type RowsDeclaration } from '../../design/list/list.tsx';
import { recordFilters } from '../../design/list/term-filters.ts';
import { Section } from '../../design/page/page.tsx';
import { Time } from '../../design/time/time.tsx';
import { attemptRequest } from '../../design/toast/toast.tsx';
import { counted, numberText, percentText } from '../../design/words.ts';
import { RecordDialog } from '../../editor/record-dialog.tsx';
import type { Draft } from '../../editor/schema.ts';
import { navigate, query, setQuery } from '../../location/location.ts';
import { durationText } from '../../mailing/duration.ts';
import { type EmailFigures, RATE_COLUMNS } from '../../mailing/mailing.tsx';
import { ActivationButton, AddSubscriber, creationOf, EditRecord, noneYet } from '../../records/buttons.tsx';
import { declarePage, recordById } from '../../records/noun-page.tsx';
import { WhyNotButton } from '../../records/why-not.tsx';

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
    <div class="sides" style={{ '--sides': 'minmax(0, 26rem) minmax(0, 1fr)' }}>
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

const WorkflowGraph = ({
  workflow: { id, triggers, steps, waiting },
  openStep,
}: {
  readonly workflow: Workflow;
  readonly openStep: string | undefined;
}) => (
  <ol class="graph" aria-label="Graph of the workflow">
    <li>
      <div class="card graph-box triggers">
        <Icon name="play" />
        <b>{triggers.length === 0 ? 'No trigger' : 'Starts when'}</b>
        {triggers.map((trigger) => (
          <span key={trigger.id}>{triggerText(trigger)}</span>
        ))}
        {triggers.length === 0 && <span>Enroll subscribers here or with the API</span>}
      </div>
    </li>
    {steps.map((step, index) => (
      <li key={step.id}>
        {steps[index - 1]?.type !== 'exit' && <InsertLink workflowId={id} number={index + 1} />}
        <StepLink
          step={step}
          number={index + 1}
          workflowId={id}
          waiting={waiting[step.id] ?? 0}
          isOpen={step.id === openStep}
        />
      </li>
    ))}
    {steps.at(-1)?.type !== 'exit' && (
      <li>
        <InsertLink workflowId={id} number={steps.length + 1} />
        <div class="card graph-box end">
          <Icon name="check" />
          <b>End</b>
        </div>
      </li>
    )}
  </ol>
);

interface InsertLinkProps {
  readonly workflowId: string;
  readonly number: number;
}

const InsertLink = ({ workflowId, number }: InsertLinkProps) => (
  <a
    class="graph-insert"
    href={urlOfRecord('workflow', workflowId, { insert: String(number) })}
    aria-label={`Insert a step as number ${number}`}
  >
    <Icon name="plus" />
  </a>
);

interface StepLinkProps extends InsertLinkProps {
  readonly step: Step;
  readonly waiting: number;
  readonly isOpen: boolean;
}

/** A step that shows who waits at it. A second click shows all subscribers again. */
const StepLink = ({ step, number, workflowId, waiting, isOpen }: StepLinkProps) => {
  const { icon, title, note } = wordsOf(step);
  const url = urlOfRecord('workflow', workflowId, { step: isOpen ? undefined : step.id });
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(url, { replace: true });
  };
  return (
    <a class="card graph-box" href={url} aria-current={isOpen ? 'true' : undefined} onClick={open}>
      <Icon name={icon} />
      <b>
        {number}. {title}
      </b>
      {note && <span>{note}</span>}
      {step.type === 'goal' && number > 1 && (
        <span>Subscribers who reach it come here from any earlier step</span>
      )}
      {waiting > 0 && <Badge tone="warn">{counted(waiting, 'subscribers')}</Badge>}
    </a>
  );
};

type Workflow = ResponseOf<'GET /_admin/workflows/{workflow_id}'>;

type Trigger = Workflow['triggers'][number];

type Step = Workflow['steps'][number];

type Member = Workflow['members'][number];

interface Words {
  readonly icon: IconName;
  readonly title: string;
  readonly note: string;
}

function wordsOf(step: Step): Words {
  switch (step.type) {
    case 'delay':
      return { icon: 'clock', title: `Wait ${durationText(step) || 'no time'}`, note: '' };
    case 'send_email':
      return { icon: 'campaign', title: step.email.subject, note: ratesOf(step.figures) };
    case 'apply_tag':
      return { icon: 'plus', title: `Apply tag ${step.tag}`, note: '' };
    case 'remove_tag':
      return { icon: 'close', title: `Remove tag ${step.tag}`, note: '' };
    case 'record_event':
      return { icon: 'bolt', title: `Record event ${step.action}`, note: propertiesText(step.properties) };
    case 'goal':
      return {
        icon: 'goal',
        title: `Goal: ${triggerText(step.trigger)}`,
        note: step.otherwise === 'continue' ? 'others continue' : 'others wait here',
      };
    default:
      return { icon: 'check', title: 'Exit', note: '' };
  }
}

const ratesOf = (figures: EmailFigures | undefined): string =>
  figures
    ? `${numberText(figures.sent)} sent · ${percentText(figures.opened, figures.sent)} opened · ${percentText(figures.clicked, figures.sent)} clicked`
    : '';

/** For example `placed order in acme_shop`. */
const triggerText = ({ provider, trigger_type: type, properties }: Omit<Trigger, 'id'>): string => {
  const details = propertiesText(properties);
  return `${type.replaceAll('_', ' ')}${details && ` (${details})`} in ${provider}`;
};

const propertiesText = (properties: Readonly<Record<string, unknown>> = {}): string =>
  Object.entries(properties)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
