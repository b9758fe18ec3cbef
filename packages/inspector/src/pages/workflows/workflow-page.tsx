import { useResource } from '../../api/resource.ts';
import type { PageInput } from '../../app/router.tsx';
import { Code } from '../../design/code/code.tsx';
import { Section } from '../../design/page/page.tsx';
import { query, setQuery, urlOf } from '../../location/location.ts';
import { ofAccount } from '../../mailing/mailing.ts';
import { LoadedRecord, RecordPage } from '../../records/record-page.tsx';
import { MemberTable } from './member-table.tsx';
import { type Step, type Workflow, wordsOf } from './workflow.ts';
import { InsertStep, WorkflowActions } from './workflow-actions.tsx';
import { WorkflowGraph } from './workflow-graph.tsx';

/** One workflow as a graph, with the subscribers at each step. */
export const WorkflowPage = ({ id = '' }: PageInput) => {
  const workflow = useResource('GET /_admin/workflows/{workflow_id}', { workflow_id: id, ...ofAccount() }, [
    'records',
    'jobs',
    'emails',
    'clock',
  ]);
  return (
    <LoadedRecord of={workflow} noun="Workflow" list={LIST}>
      {(data) => <Content workflow={data} />}
    </LoadedRecord>
  );
};

const LIST = { path: '/workflows', title: 'Workflows' };

const Content = ({ workflow }: { readonly workflow: Workflow }) => {
  const { id, name, status, steps } = workflow;
  const open = steps.find((step) => step.id === query.value.get('step'));
  /** The number of the step that is being inserted; 0 for none. */
  const inserted = Number(query.value.get('insert'));
  return (
    <RecordPage
      title={name}
      state={status}
      id={id}
      list={LIST}
      actions={<WorkflowActions workflow={workflow} />}
    >
      <div class="workflow-columns">
        <WorkflowGraph workflow={workflow} openStep={open?.id} />
        {inserted > 0 && (
          <InsertStep
            key={inserted}
            workflow={workflow}
            index={inserted - 1}
            onClose={() => setQuery({ insert: '' })}
          />
        )}
        <div class="workflow-side">
          {open && <StepDetail workflow={workflow} step={open} />}
          <MemberTable workflow={workflow} step={open} />
        </div>
      </div>
    </RecordPage>
  );
};

interface StepDetailProps {
  readonly workflow: Workflow;
  readonly step: Step;
}

const StepDetail = ({ workflow: { id }, step }: StepDetailProps) => {
  const { title, note } = wordsOf(step);
  return (
    <Section
      title={title}
      actions={<a href={urlOf(`/workflows/${encodeURIComponent(id)}`)}>Show all subscribers</a>}
      isCard
    >
      {note && <p class="quiet wrap">{note}</p>}
      {step.type === 'send_email' && (
        <Code label="HTML with Liquid" text={step.email.html_body || step.email.text_body} />
      )}
    </Section>
  );
};
