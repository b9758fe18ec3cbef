import { callApi } from '../../api/request.ts';
import { ofAccount } from '../../mailing/mailing.ts';
import { ActivationButton } from '../../records/activation-button.tsx';
import { AddSubscriber } from '../../records/add-subscriber.tsx';
import { EditButton } from '../../records/edit-button.tsx';
import { STEPS_HINT, type Step, type Workflow } from './workflow.ts';

/** What a user can do with a workflow. */
export const WorkflowActions = ({ workflow }: { readonly workflow: Workflow }) => {
  const { id, name, status, triggers, steps } = workflow;
  const path = `/workflows/${encodeURIComponent(id)}` as const;
  return (
    <>
      <EditButton
        noun="workflow"
        onSave={(record) =>
          callApi('PUT /_admin/workflows/{workflow_id}', { ...record, workflow_id: id, ...ofAccount() })
        }
        value={{ name, triggers, steps: steps.map(editableOf) }}
        hint={`Subscribers continue at their position in the new list. ${STEPS_HINT}`}
      />
      <AddSubscriber path={path} verb="Enroll" title="Enroll a subscriber" done="Enrolled" />
      <ActivationButton noun="Workflow" path={path} isActive={status === 'active'} />
    </>
  );
};

/** A step in the format of a seed. */
function editableOf({ id: _, next, figures, ...step }: Step) {
  const { email, trigger, ...others } = { email: undefined, trigger: undefined, ...step };
  return { ...others, ...email, ...trigger };
}
