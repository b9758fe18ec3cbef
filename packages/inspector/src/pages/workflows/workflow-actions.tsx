import { callApi } from '../../api/request.ts';
import { RecordDialog } from '../../editor/record-dialog.tsx';
import { ofAccount } from '../../mailing/mailing.ts';
import { ActivationButton } from '../../records/activation-button.tsx';
import { AddSubscriber } from '../../records/add-subscriber.tsx';
import { EditButton } from '../../records/edit-button.tsx';
import type { Step, Workflow } from './workflow.ts';

/** What a user can do with a workflow. */
export const WorkflowActions = ({ workflow }: { readonly workflow: Workflow }) => {
  const { id, name, status, triggers, steps } = workflow;
  const path = `/workflows/${encodeURIComponent(id)}` as const;
  return (
    <>
      <EditButton
        noun="workflow"
        nouns="workflows"
        route="PUT /_admin/workflows/{workflow_id}"
        ids={{ workflow_id: id }}
        value={{ name, triggers, steps: steps.map(editableOf) }}
        hint="Subscribers continue at their position in the new list."
      />
      <AddSubscriber nouns="workflows" id={id} verb="Enroll" title="Enroll a subscriber" done="Enrolled" />
      <ActivationButton noun="Workflow" path={path} isActive={status === 'active'} />
    </>
  );
};

/** A step in the format of a seed. */
function editableOf({ id: _, next, figures, ...step }: Step) {
  const { email, trigger, ...others } = { email: undefined, trigger: undefined, ...step };
  return { ...others, ...email, ...trigger };
}

interface InsertStepProps {
  readonly workflow: Workflow;
  /** The index of the new step. */
  readonly index: number;
  readonly onClose: () => void;
}

const CHANGE = 'PUT /_admin/workflows/{workflow_id}';

/** Inserts a step, which waits for a day until the user chooses something else. */
export const InsertStep = ({ workflow: { id, steps }, index, onClose }: InsertStepProps) => (
  <RecordDialog
    title={`Insert step ${index + 1}`}
    verb="Insert"
    route={CHANGE}
    value={{ steps: steps.map(editableOf).toSpliced(index, 0, { type: 'delay', days: 1 }) }}
    hidden={['name', 'triggers']}
    opened={`steps[${index}]`}
    done="Step inserted"
    topics={['records']}
    onClose={onClose}
    onSave={(change) => callApi(CHANGE, { ...change, workflow_id: id, ...ofAccount() })}
  />
);
