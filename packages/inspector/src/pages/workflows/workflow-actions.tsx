import { useSignal } from '@preact/signals';
import { Button } from '../../design/button/button.tsx';
import { FormDialog } from '../../design/dialog/form-dialog.tsx';
import { Field } from '../../design/field/field.tsx';
import { attemptRequest } from '../../design/toast/toast.tsx';
import type { Workflow } from './workflow.ts';

/** What a user can do with a workflow. */
export const WorkflowActions = ({ workflow: { id, status } }: { readonly workflow: Workflow }) => {
  const isEnrolling = useSignal(false);
  const setEnrolling = (value: boolean) => {
    isEnrolling.value = value;
  };
  const path = `/workflows/${encodeURIComponent(id)}` as const;
  return (
    <>
      <Button icon="plus" onClick={() => setEnrolling(true)}>
        Enroll
      </Button>
      {status === 'active' ? (
        <Button
          icon="pause"
          onClick={() => attemptRequest('Workflow paused', { method: 'POST', path: `${path}/pause` })}
        >
          Pause
        </Button>
      ) : (
        <Button
          icon="play"
          look="primary"
          onClick={() => attemptRequest('Workflow activated', { method: 'POST', path: `${path}/activate` })}
        >
          Activate
        </Button>
      )}
      {isEnrolling.value && <Enroll path={path} onClose={() => setEnrolling(false)} />}
    </>
  );
};

interface EnrollProps {
  /** The workflow, in the REST API. */
  readonly path: `/${string}`;
  readonly onClose: () => void;
}

const Enroll = ({ path, onClose }: EnrollProps) => {
  const email = useSignal('');
  const enroll = () =>
    attemptRequest('Enrolled', {
      method: 'POST',
      path: `${path}/subscribers`,
      body: { subscribers: [{ email: email.value }] },
    });
  return (
    <FormDialog title="Enroll a subscriber" verb="Enroll" onSubmit={enroll} onClose={onClose}>
      <Field
        label="Email"
        type="email"
        isRequired
        value={email.value}
        placeholder="ann@example.com"
        hint="A new address becomes a subscriber."
        onInput={(value) => {
          email.value = value;
        }}
      />
    </FormDialog>
  );
};
