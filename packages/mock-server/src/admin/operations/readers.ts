import { field as f, schema, WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { pageOfConversions } from '../../store/tables/conversions.ts';
import { pageOfNumberedEvents } from '../../store/tables/domain-events.ts';
import { pageOfEvents } from '../../store/tables/events.ts';
import { pageOfFormSubmissions } from '../../store/tables/form-submissions.ts';
import { pageOfOutcomes } from '../../store/tables/outcomes.ts';
import { pageOfMemberships } from '../../store/tables/workflow-memberships.ts';
import { operation } from '../operation.ts';
import { pageWithEmails } from '../queries/emails-of-subscribers.ts';
import { readCommerce } from '../queries/records.ts';
import { account, page } from './fields.ts';

const subscriberFilter = () => ({ ...account(), ...page(), subscriber_id: f.optional(f.name()) });

const OfAccount = schema(() => z.strictObject(account()));
const OfSubscriber = schema(() => z.strictObject(subscriberFilter()));
const OfEvent = schema(() =>
  z.strictObject({
    ...subscriberFilter(),
    /** For example `subscriber.created`. */
    event: f.optional(f.oneOf(...WEBHOOK_EVENTS)),
  }),
);
const OfGoal = schema(() => z.strictObject({ ...subscriberFilter(), goal_id: f.optional(f.name()) }));
const OfForm = schema(() => z.strictObject({ ...subscriberFilter(), form_id: f.optional(f.name()) }));
const OfWorkflow = schema(() =>
  z.strictObject({ ...account(), ...page(), workflow_id: f.optional(f.name()) }),
);
const OfRequest = schema(() => z.strictObject({ ...account(), ...page(), request_id: f.optional(f.name()) }));

export const readers = [
  operation('events.list', 'GET /_admin/events', {
    summary: 'List subscriber events as webhooks report them, oldest first',
    answers: '`events`, each with `seq`, `event`, `subscriber_id`, `properties`, `occurred_at` and `cause`.',
    input: OfEvent,
    async run(_, { account_id, subscriber_id: subscriberId, event, ...page }, inspector) {
      const { rows, ...more } = await inspector.list(account_id, page, 1, ({ tx, accountId }, choice) =>
        pageOfNumberedEvents(tx, accountId, { subscriberId, event }, choice),
      );
      return { events: rows, ...more };
    },
  }),
  operation('events.timeline', 'GET /_admin/timeline', {
    summary: 'List custom events and those that the service records itself, by time',
    answers: '`timeline`: the events.',
    input: OfSubscriber,
    async run(_, { account_id, subscriber_id: subscriberId, ...page }, inspector) {
      const { rows, ...more } = await inspector.list(account_id, page, 2, ({ tx, accountId }, choice) =>
        pageOfEvents(tx, accountId, { subscriberId }, choice),
      );
      return { timeline: rows, ...more };
    },
  }),
  operation('goals.conversions', 'GET /_admin/conversions', {
    summary: 'List conversions (reached goals) with their value in cents',
    answers:
      '`conversions`, in the order of recording, each with `subscriber_id`, and the `email` of the subscriber.',
    input: OfGoal,
    async run(_, { account_id, goal_id: goalId, subscriber_id: subscriberId, ...page }, inspector) {
      const { rows, ...more } = await inspector.list(account_id, page, 1, async (context, choice) => {
        const { tx, accountId } = context;
        return pageWithEmails(
          context,
          await pageOfConversions(tx, accountId, { goalId, subscriberId }, choice),
        );
      });
      return { conversions: rows, ...more };
    },
  }),
  operation('forms.submissions', 'GET /_admin/form_submissions', {
    summary: 'List form submissions',
    answers:
      '`form_submissions`, oldest first, each with `subscriber_id`, and the `email` of the subscriber.',
    input: OfForm,
    async run(_, { account_id, form_id: formId, subscriber_id: subscriberId, ...page }, inspector) {
      const { rows, ...more } = await inspector.list(account_id, page, 1, async (context, choice) => {
        const { tx, accountId } = context;
        return pageWithEmails(
          context,
          await pageOfFormSubmissions(tx, accountId, { formId, subscriberId }, choice),
        );
      });
      return { formSubmissions: rows, ...more };
    },
  }),
  operation('orders.commerce', 'GET /_admin/commerce', {
    summary: 'List the orders, refunds, carts and products of an account',
    answers:
      '`orders` and `carts`, each with `subscriber_id`, and the `email` of the subscriber; `refunds` and `products`.',
    input: OfAccount,
    run: (_, { account_id }, inspector) => readCommerce(inspector, account_id),
  }),
  operation('workflows.memberships', 'GET /_admin/memberships', {
    summary: 'List workflow memberships',
    answers: '`memberships`, oldest first.',
    input: OfWorkflow,
    async run(_, { account_id, workflow_id: workflowId, ...page }, inspector) {
      const { rows, ...more } = await inspector.list(account_id, page, 1, ({ tx, accountId }, choice) =>
        pageOfMemberships(tx, accountId, { workflowId }, choice),
      );
      return { memberships: rows.map(({ run, depth, ...shown }) => shown), ...more };
    },
  }),
  operation('requests.outcomes', 'GET /_admin/outcomes', {
    summary: 'List the outcomes of records accepted for background processing',
    answers: '`outcomes`, each with `request_id`, `position`, `state` and `errors`.',
    input: OfRequest,
    async run(_, { account_id, request_id: requestId, ...page }, inspector) {
      const { rows, ...more } = await inspector.list(account_id, page, 2, ({ tx, accountId }, choice) =>
        pageOfOutcomes(tx, accountId, { requestId }, choice),
      );
      return { outcomes: rows, ...more };
    },
  }),
];
