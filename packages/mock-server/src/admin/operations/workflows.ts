import { requireRecord } from '../../domain/records/record.ts';
import { changeWorkflow } from '../../seed/change-record.ts';
import { WorkflowChange } from '../../seed/changes.ts';
import {
  countEmailsByMailing,
  countEmailsOf,
  countMembers,
  listMembers,
  NO_EMAILS,
} from '../../store/queries/mailings.ts';
import type { WorkflowStep } from '../../store/records/workflows.ts';
import { listRecords } from '../../store/tables/records.ts';
import { operation } from '../operation.ts';
import { frameOf } from '../queries/mailings.ts';
import { creationOf } from './creation.ts';

/** The number of members that a workflow shows. */
const MAX_MEMBERS = 50;

/** Workflows, as the inspector reads and changes them. */
export const workflowQueries = {
  create: creationOf('workflows'),
  /** Lists workflows with the number of their members. */
  list: operation({
    route: 'GET /_admin/workflows',
    answers: '`workflows`, each with `active` members and how many of them are `waiting`.',
    async run({ tx, accountId }) {
      const members = await countMembers(tx, accountId);
      const emails = await countEmailsByMailing(tx, accountId, 'workflow_id');
      const { rows } = await listRecords(tx, accountId, 'workflows');
      return {
        workflows: rows.map((row) => {
          const own = members.filter(({ workflowId }) => workflowId === row.id);
          return {
            ...frameOf(row),
            stepCount: row.data.steps.length,
            active: own.length,
            waiting: own.filter(({ waitsFor }) => waitsFor !== null).length,
            ...(emails.get(row.id) ?? NO_EMAILS),
          };
        }),
      };
    },
  }),
  /** Gets a workflow with its steps and members. */
  get: operation({
    route: 'GET /_admin/workflows/{workflow_id}',
    answers:
      'The workflow with `triggers`, `steps`, the number of members `waiting` at each step, and the newest 50 `members`.',
    async run(context, { workflowId: id }) {
      const { tx, accountId } = context;
      const row = await requireRecord(context, 'workflows', id);
      const { steps } = row.data;
      const { rows: triggers } = await listRecords(tx, accountId, 'workflow_triggers', { parentIds: [id] });
      const figures = await countEmailsOf(tx, accountId, 'workflow_id', id);
      const positions = await countMembers(tx, accountId, id);
      const members = await listMembers(tx, accountId, id, MAX_MEMBERS);
      return {
        ...frameOf(row),
        active: positions.length,
        triggers: triggers.map((trigger) => ({ id: trigger.id, ...trigger.data })),
        steps: steps.map((step, i) => ({
          id: stepId(i),
          ...step,
          ...(step.type === 'send_email' && { figures: figures.get(step.email.id) ?? NO_EMAILS }),
          next: i + 1 < steps.length && step.type !== 'exit' ? stepId(i + 1) : null,
        })),
        waiting: countsByStep(positions, steps),
        members: members.map(({ run, runAt, workflowId, step, ...member }) => ({
          ...member,
          stepId: stepId(waitingAt({ step, waitsFor: member.waitsFor })),
          runsAt: runAt === null ? null : new Date(runAt).toISOString(),
        })),
      };
    },
  }),
  /** Changes a workflow's name, steps (the whole list) or triggers (the whole list). */
  change: operation({
    route: 'PUT /_admin/workflows/{workflow_id}',
    answers: 'No content. Its subscribers keep their position.',
    status: 204,
    input: () => ({ change: WorkflowChange() }),
    run: (context, { workflowId, change }) => changeWorkflow(context, workflowId, change),
  }),
};

/** The id of a step. Steps have no ids, so the position serves as one. */
export const stepId = (index: number) => `step-${index}`;

interface Place {
  readonly step: number;
  readonly waitsFor: string | null;
}

/** The step at which a member is: a member's position is already behind the delay that it waits for. */
export const waitingAt = ({ step, waitsFor }: Place) => (waitsFor === 'delay' ? Math.max(0, step - 1) : step);

function countsByStep(places: readonly Place[], steps: readonly WorkflowStep[]): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(steps.map((_, i) => [stepId(i), 0]));
  for (const place of places) {
    const id = stepId(waitingAt(place));
    counts[id] = (counts[id] ?? 0) + 1;
  }
  return counts;
}
