import { Badge } from '../../design/badge/badge.tsx';
import { Icon } from '../../design/icon/icon.tsx';
import { urlOfRecord } from '../../design/link/link.tsx';
import { counted } from '../../design/words.ts';
import { navigate } from '../../location/location.ts';
import { type Step, triggerText, type Workflow, wordsOf } from './workflow.ts';

interface WorkflowGraphProps {
  readonly workflow: Workflow;
  readonly openStep: string | undefined;
}

/** A workflow from its triggers to its end, with the number of subscribers at each step. */
export const WorkflowGraph = ({
  workflow: { id, triggers, steps, waiting },
  openStep,
}: WorkflowGraphProps) => (
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
