import { field as f, TIMELINE_EVENTS, WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import { NotFoundError } from '../../domain/errors.ts';
import { listActionNames } from '../../domain/records/names.ts';
import { CAUSE_TYPES } from '../../store/engine/place.ts';
import type { Transaction } from '../../store/engine/store.ts';
import { findAnyEvent, pageOfAllEvents } from '../../store/queries/all-events.ts';
import { findSubscriberBy } from '../../store/tables/subscribers.ts';
import { span, withinSeconds } from '../fields.ts';
import { list, operation } from '../operation.ts';
import { withEmails } from '../queries/emails-of-subscribers.ts';

/** The most names of custom events that are listed. */
const MAX_ACTIONS = 1000;

/** The id of a subscriber by id or address; that of nobody for an unknown address. Events of deleted subscribers remain. */
async function idOf(tx: Transaction, accountId: string, subscriber: string | undefined) {
  if (!subscriber?.includes('@')) return subscriber;
  return (await findSubscriberBy(tx, accountId, 'email', subscriber))?.id ?? '';
}

export const allEvents = {
  /** Lists the events of all subscribers and visitors in the order in which they were recorded. */
  all: list({
    route: 'GET /_admin/all_events',
    answers:
      '`events`: custom events, those that the service records itself, and all others as webhooks report them, each with `kind`, `action`, `properties`, `occurred_at`, `cause`, `subscriber_id`, and the `email` of the subscriber.',
    input: () => ({
      /** The action of a custom event, or a name such as `subscriber.created`. */
      action: f.optional(f.name()),
      /** The id or email address of a subscriber. */
      subscriber: f.optional(f.name()),
      /** The cause of the event. */
      source: f.optional(f.oneOf(...CAUSE_TYPES)),
      /** A part of the action, of the properties, or of the subscriber's address, name or id; case-insensitive. */
      search: f.optional(f.name()),
      ...span(),
    }),
    member: 'events',
    async page({ tx, accountId }, { subscriber, since, until, ...filter }, choice) {
      const subscriberId = await idOf(tx, accountId, subscriber);
      const conditions = withinSeconds('occurred_at', { since, until });
      return pageOfAllEvents(tx, accountId, { ...filter, subscriberId, conditions }, choice);
    },
    withEmail: true,
  }),
  /** Gets an event. */
  get: operation({
    route: 'GET /_admin/all_events/{event_id}',
    answers: 'The event, with the `email` of its subscriber.',
    async run(context, { eventId }) {
      const event = await findAnyEvent(context.tx, context.accountId, eventId);
      const [found] = await withEmails(context, event ? [event] : []);
      if (!found) throw new NotFoundError('event', eventId);
      return found;
    },
  }),
  /** Lists the actions and names that events of an account can have. */
  actions: operation({
    route: 'GET /_admin/event_actions',
    answers:
      '`custom` (the actions of the first 1,000 custom events by name), `service` (what the service records itself) and `events` (what webhooks report).',
    async run(context) {
      const { rows } = await listActionNames(context, { limit: MAX_ACTIONS, offset: 0 });
      return { custom: rows, service: TIMELINE_EVENTS, events: WEBHOOK_EVENTS };
    },
  }),
};
