import { triggerTypes } from '../../domain/events/timeline.ts';
import { subscriberActive } from '../../domain/records/subscriber.ts';
import { type Finding, finding } from '../../domain/rules.ts';
import { type Mismatch, mismatchOf, type TriggerEvent } from '../../domain/workflow-triggers/match.ts';
import { workflowActive } from '../../domain/workflow-triggers/triggers.ts';
import type { Fault } from '../../faults/rule.ts';
import { textOf } from '../../shared/values/json.ts';
import { isoTime } from '../../shared/values/time.ts';
import { sql } from '../../store/engine/sql.ts';
import type { TriggerData } from '../../store/records/workflows.ts';
import { domainEvents } from '../../store/tables/domain-events.ts';
import { events } from '../../store/tables/events.ts';
import { formSubmissions } from '../../store/tables/form-submissions.ts';
import { listRecords, type RecordRow } from '../../store/tables/records.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import { listTagsOf } from '../../store/tables/tags.ts';
import { memberships, type StoredMembership } from '../../store/tables/workflow-memberships.ts';
import type { AdminContext } from '../scope.ts';
import { deliveryOf, emailRules, failedJob, jobWith } from './rules.ts';
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

/** A trigger event of the past. */
type PastEvent = TriggerEvent & { readonly occurredAt: string };

/** The most events of a subscriber that are compared with a trigger, newest first. */
const COMPARED = 100;

/** The newest events of a type that a subscriber has had, newest first. */
async function pastEvents(
  { tx, accountId }: AdminContext,
  subscriberId: string,
  type: string,
): Promise<PastEvent[]> {
  const newest = { limit: COMPARED, isReversed: true };
  if (type === 'submitted_form') {
    const { rows } = await formSubmissions.page(tx, accountId, { subscriberId }, newest);
    return rows.map(({ formId, url, submittedAt }) => ({
      type,
      properties: { form_id: formId, url },
      occurredAt: submittedAt,
    }));
  }
  const action = Object.entries(triggerTypes).find(([, name]) => name === type)?.[0];
  if (action !== undefined) {
    const { rows } = await events.page(tx, accountId, { subscriberId, kind: 'timeline', action }, newest);
    return rows.map(({ properties, occurredAt }) => ({
      type,
      provider: textOf(properties.provider),
      properties,
      occurredAt,
    }));
  }
  const isView = type === 'viewed_product';
  const event = isView ? 'subscriber.performed_custom_event' : `subscriber.${type}`;
  const ofSubscriber = sql`subscriber_id = ${subscriberId} and event = ${event} order by seq desc limit ${COMPARED}`;
  const rows = await domainEvents.all(tx, accountId, ofSubscriber);
  return rows
    .filter(({ properties }) => !isView || textOf(properties.action).toLowerCase() === 'viewed a product')
    .map(({ properties, occurredAt }) => ({ type, properties, occurredAt }));
}

/** The subscriber's events that concern a trigger or a goal. */
interface Comparison {
  /** The time of the newest event that matches. */
  readonly matchedAt?: string | undefined;
  /** The condition of the trigger and the state of the subscriber, in a sentence. */
  readonly text: string;
}

/** Compares a trigger or a goal with what has happened to a subscriber. */
async function compare(
  context: AdminContext,
  subscriber: SubscriberRow,
  noun: 'trigger' | 'goal',
  trigger: TriggerData,
): Promise<Comparison> {
  const { email, id } = subscriber;
  const type = trigger.trigger_type;
  const past = await pastEvents(context, id, type);
  const matching = past.find((event) => mismatchOf(trigger, event) === undefined);
  if (matching) {
    const { occurredAt } = matching;
    return { matchedAt: occurredAt, text: `The ${noun} ${type} matched ${email} at ${occurredAt}.` };
  }
  const mismatch = nearestMismatch(trigger, past.length > 0 ? past : [{ type, properties: {} }]);
  if (mismatch?.property === 'properties') {
    return { text: `The ${noun} ${type} is not complete. ${textOf(mismatch.expected)}` };
  }
  const wanted = `The ${noun} ${type} wants ${mismatch ? wordsOf(mismatch) : 'such an event'}`;
  if (type === 'applied_tag') return { text: `${wanted}; ${await tagsIn(context, subscriber)}` };
  if (past.length === 0) return { text: `${wanted}; ${email} has had no such event.` };
  const actual = textOf(mismatch?.actual);
  return {
    text: `${wanted}; the nearest event of ${email} has ${actual === '' ? 'none' : `'${actual}'`}.`,
  };
}

/** The mismatch of the event that meets most of the conditions, which are compared in their order. */
function nearestMismatch(trigger: TriggerData, past: readonly TriggerEvent[]): Mismatch | undefined {
  const order = Object.keys(trigger.properties);
  const mismatches = past.flatMap((event) => mismatchOf(trigger, event) ?? []);
  const depth = ({ property }: Mismatch) => order.indexOf(property);
  return mismatches.reduce<Mismatch | undefined>(
    (nearest, one) => (nearest && depth(nearest) >= depth(one) ? nearest : one),
    undefined,
  );
}

const wordsOf = ({ property, expected }: Mismatch) =>
  `the ${property} ${[expected]
    .flat()
    .map((value) => `'${textOf(value)}'`)
    .join(' or ')}`;

async function tagsIn({ tx, accountId }: AdminContext, { id, email }: SubscriberRow): Promise<string> {
  const tags = await listTagsOf(tx, accountId, id);
  return `${email} has ${tags.map((tag) => `'${tag}'`).join(', ') || 'no tag'}.`;
}
