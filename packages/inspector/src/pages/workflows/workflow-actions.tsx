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
