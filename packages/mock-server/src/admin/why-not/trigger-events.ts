import { triggerTypes } from '../../domain/events/timeline.ts';
import { type Mismatch, mismatchOf, type TriggerEvent } from '../../domain/workflow-triggers/match.ts';
import { textOf } from '../../shared/values/json.ts';
import type { TriggerData } from '../../store/records/workflows.ts';
import { domainEvents } from '../../store/tables/domain-events.ts';
import { events } from '../../store/tables/events.ts';
import { formSubmissions } from '../../store/tables/form-submissions.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import { listTagsOf } from '../../store/tables/tags.ts';
import type { AdminContext } from '../scope.ts';

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
  const rows = await domainEvents.all(
    tx,
    accountId,
    `subscriber_id = ? and event = ? order by seq desc limit ${COMPARED}`,
    subscriberId,
    isView ? 'subscriber.performed_custom_event' : `subscriber.${type}`,
  );
  return rows
    .filter(({ properties }) => !isView || textOf(properties.action).toLowerCase() === 'viewed a product')
    .map(({ properties, occurredAt }) => ({ type, properties, occurredAt }));
}

/** The subscriber's events that concern a trigger or a goal. */
export interface Comparison {
  /** The time of the newest event that matches. */
  readonly matchedAt?: string | undefined;
  /** The condition of the trigger and the state of the subscriber, in a sentence. */
  readonly text: string;
}

/** Compares a trigger or a goal with what has happened to a subscriber. */
export async function compare(
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
