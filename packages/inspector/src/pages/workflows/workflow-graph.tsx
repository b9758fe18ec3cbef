import type { ResponseOf } from '../../api/responses.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Icon, type IconName } from '../../design/icon/icon.tsx';
import { urlOfRecord } from '../../design/link/link.tsx';
import { counted, numberText, percentText } from '../../design/words.ts';
import { navigate } from '../../location/location.ts';
import { durationText } from '../../mailing/duration.ts';
import type { EmailFigures } from '../../mailing/mailing.tsx';

export const WorkflowGraph = ({
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

export type Workflow = ResponseOf<'GET /_admin/workflows/{workflow_id}'>;

type Trigger = Workflow['triggers'][number];

export type Step = Workflow['steps'][number];

export type Member = Workflow['members'][number];

interface Words {
  readonly icon: IconName;
  readonly title: string;
  readonly note: string;
}

export function wordsOf(step: Step): Words {
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
