import { Button } from '../../design/button/button.tsx';
import { numberText } from '../../design/number/number.ts';
import { Section } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { numberColumn, wideOnly } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { Time } from '../../design/time/time.tsx';
import { attemptRequest } from '../../design/toast/toast.tsx';
import { urlOf } from '../../location/location.ts';
import type { Member, Step, Workflow } from './workflow.ts';

interface MemberTableProps {
  readonly workflow: Workflow;
  /** Only its subscribers are shown. */
  readonly step: Step | undefined;
}

/** The subscribers in a workflow, and what each of them waits for. */
export const MemberTable = ({ workflow, step }: MemberTableProps) => {
  const members = workflow.members.filter(({ step_id: id }) => step === undefined || id === step.id);
  const total = step ? (workflow.waiting[step.id] ?? 0) : workflow.active;
  const remove = ({ subscriber_id: id, email }: Member) =>
    attemptRequest(`${email} removed`, {
      method: 'DELETE',
      path: `/workflows/${encodeURIComponent(workflow.id)}/subscribers/${encodeURIComponent(id)}`,
    });
  return (
    <Section
      title={step ? `${numberText(total)} at this step` : `${numberText(total)} subscribers in the workflow`}
    >
      {members.length === 0 && (
        <EmptyState
          icon="users"
          title={step ? 'No subscriber is at this step' : 'No subscriber is in this workflow'}
        >
          <p>
            {total > 0
              ? 'The newest 50 subscribers are elsewhere.'
              : 'Enroll a subscriber, or cause a trigger.'}
          </p>
        </EmptyState>
      )}
      {members.length > 0 && (
        <Table
          label="Subscribers in the workflow"
          columns={columnsOf(workflow, remove)}
          rows={members}
          keyOf={({ subscriber_id: id }) => id}
          hrefOf={({ subscriber_id: id }) => urlOf(`/subscribers/${encodeURIComponent(id)}`)}
        />
      )}
      {members.length > 0 && members.length < total && (
        <p class="quiet">The list contains only subscribers among the newest 50 in the workflow.</p>
      )}
    </Section>
  );
};

const columnsOf = ({ steps }: Workflow, onRemove: (member: Member) => unknown): readonly Column<Member>[] => [
  { header: 'Subscriber', cell: ({ email }) => <span title={email}>{email}</span> },
  wideOnly(numberColumn('Step', '4rem', ({ step_id: id }) => steps.findIndex((step) => step.id === id) + 1)),
  {
    header: 'Waits',
    width: '7rem',
    look: 'quiet',
    cell: ({ waits_for: reason, runs_at: at }) => {
      if (at !== null) return <Time at={at} />;
      return reason === null ? '–' : `for ${reason}`;
    },
  },
  {
    header: '',
    width: '3.5rem',
    cell: (member) => (
      <Button look="bare" icon="trash" label={`Remove ${member.email}`} onClick={() => onRemove(member)} />
    ),
  },
];
