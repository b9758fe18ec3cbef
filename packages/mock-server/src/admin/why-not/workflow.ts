import { subscriberActive } from '../../domain/records/subscriber.ts';
import { type Finding, finding } from '../../domain/rules.ts';
import { workflowActive } from '../../domain/workflow-triggers/triggers.ts';
import type { Fault } from '../../faults/rule.ts';
import { isoTime } from '../../shared/values/time.ts';
import { domainEvents } from '../../store/tables/domain-events.ts';
import { listRecords, type RecordRow } from '../../store/tables/records.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import { memberships, type StoredMembership } from '../../store/tables/workflow-memberships.ts';
import type { AdminContext } from '../scope.ts';
import { deliveryOf, emailRules } from './email.ts';
import { failedJob, jobWith } from './job.ts';
import { compare } from './trigger-events.ts';
import { done, due, judge, type WhyNotAnswer } from './verdict.ts';

export interface WorkflowQuestion {
  readonly subscriber: SubscriberRow;
  readonly workflow: RecordRow<'workflows'>;
  readonly faults: readonly Fault[];
}

/** Answers why a subscriber is not on a workflow, or what they wait for there. */
export async function whyNotWorkflow(
  context: AdminContext,
  question: WorkflowQuestion,
): Promise<WhyNotAnswer> {
  const { tx, accountId } = context;
  const place = { workflowId: question.workflow.id, subscriberId: question.subscriber.id };
  const membership = await memberships.find(tx, accountId, place);
  return membership ? nextStep(context, question, membership) : notOn(context, question);
}

/** Whether and when a member continues with the next step. */
async function nextStep(
  context: AdminContext,
  question: WorkflowQuestion,
  membership: StoredMembership,
): Promise<WhyNotAnswer> {
  const { subscriber, workflow, faults } = question;
  const { workflowId, subscriberId, run, event } = membership;
  const { email } = subscriber;
  const { steps } = workflow.data;
  const step = steps[membership.step];
  const number = membership.step + 1;
  const about = { type: 'workflow', id: workflow.id } as const;
  const text = `${email} has been on the workflow '${workflow.name}' since ${membership.createdAt}.`;
  const rules: Finding[] = [finding(about, 'on_workflow', { isMet: true, text }), workflowActive(workflow)];
  if (membership.waitsFor === 'goal' && step?.type === 'goal') {
    const comparison = await compare(context, subscriber, 'goal', step.trigger);
    const waits = `${email} waits for the goal of step ${number}. ${comparison.text}`;
    rules.push(finding(about, 'goal_reached', { isMet: false, text: waits }));
    return judge(rules, { text: waits, at: undefined });
  }
  const job = await jobWith(context, 'workflow_steps', { workflowId, subscriberId, run });
  rules.push(...failedJob(`step ${number} of the workflow '${workflow.name}'`, job));
  const now = context.services.clock.now();
  const at = job?.runAt ?? now;
  const what = step ? `Step ${number} of ${steps.length} (${step.type})` : 'The end of the workflow';
  rules.push(due(context, what, at));
  if (step?.type === 'send_email') {
    rules.push(subscriberActive(subscriber));
    const message = { subscriber, email: step.email, workflow: { id: workflow.id, event } };
    rules.push(...(await emailRules(context, message, faults)));
  }
  const outlook = `${email} is on the workflow '${workflow.name}' and waits for ${step ? `step ${number}` : 'its end'} until ${isoTime(Math.max(at, now))}.`;
  return judge(rules, { text: outlook, at: Math.max(at, now) });
}

/** Why a subscriber is not on a workflow: its status, its triggers, or because they have left it. */
async function notOn(context: AdminContext, question: WorkflowQuestion): Promise<WhyNotAnswer> {
  const { subscriber, workflow } = question;
  const { email } = subscriber;
  const { rows: triggers } = await listRecords(context.tx, context.accountId, 'workflow_triggers', {
    parentIds: [workflow.id],
  });
  const about = { type: 'workflow', id: workflow.id } as const;
  const rules: Finding[] = [workflowActive(workflow)];
  let matchedAt: string | undefined;
  for (const { data } of triggers) {
    const comparison = await compare(context, subscriber, 'trigger', data);
    rules.push(
      finding(about, 'trigger_matched', {
        isMet: comparison.matchedAt !== undefined,
        text: comparison.text,
      }),
    );
    matchedAt ??= comparison.matchedAt;
  }
  if (triggers.length === 0) {
    const text = `The workflow '${workflow.name}' has no trigger: only an API call starts subscribers.`;
    rules.push(finding(about, 'trigger_matched', { isMet: false, text }));
  }
  const trace = await traceOf(context, question);
  if (trace) {
    const text = `${email} has been on the workflow '${workflow.name}', and has left it or reached its end.`;
    return done(text, { ...trace, rules });
  }
  if (matchedAt === undefined) return judge(rules, { text: '', at: undefined });
  // One trigger is enough, so the others keep nothing back.
  const decisive = rules.filter(({ rule, result }) => rule !== 'trigger_matched' || result === 'met');
  const text = `${email} is not on it: the workflow or its trigger was not active at ${matchedAt}, or they have left it since.`;
  decisive.push(finding(about, 'active_then', { isMet: false, text }));
  return judge(decisive, { text, at: undefined });
}

/** The most events of a subscriber that are searched for traces of a workflow. */
const SEARCHED = 1000;

/** The last trace of a subscriber's run through a workflow. */
async function traceOf(
  context: AdminContext,
  { subscriber, workflow }: WorkflowQuestion,
): Promise<Pick<WhyNotAnswer, 'at' | 'ref'> | undefined> {
  const { tx, accountId } = context;
  const key = { mailingId: workflow.id, subscriberId: subscriber.id };
  const delivery = await deliveryOf(context, 'workflow_id', key);
  if (delivery) return { at: delivery.sentAt, ref: { type: 'email', id: delivery.id } };
  const filter = { subscriberId: subscriber.id };
  const { rows } = await domainEvents.page(tx, accountId, filter, { limit: SEARCHED, isReversed: true });
  const event = rows.find(({ cause }) => cause?.type === 'workflow' && cause.id === workflow.id);
  return event && { at: event.occurredAt, ref: null };
}
