import { field as f, schema, WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { withCamelNames } from '../wire-names.ts';
import { account } from './fields.ts';

const subscriberFilter = () => ({ ...account(), subscriber_id: f.optional(f.name()) });

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
const OfForm = schema(() => z.strictObject({ ...account(), form_id: f.optional(f.name()) }));
const OfWorkflow = schema(() => z.strictObject({ ...account(), workflow_id: f.optional(f.name()) }));
const OfRequest = schema(() => z.strictObject({ ...account(), request_id: f.optional(f.name()) }));

export const readers = [
  operation('events.list', 'GET /_admin/events', {
    summary: 'List subscriber events as webhooks report them, oldest first',
    answers: '`events`, each with `event`, `subscriber_id`, `properties` and `occurred_at`.',
    input: OfEvent,
    run: async (server, filter) => ({ events: await server.events(withCamelNames(filter)) }),
  }),
  operation('events.timeline', 'GET /_admin/timeline', {
    summary: 'List custom events and those that the service records itself, by time',
    answers: '`timeline`: the events.',
    input: OfSubscriber,
    run: async (server, filter) => ({ timeline: await server.timeline(withCamelNames(filter)) }),
  }),
  operation('goals.conversions', 'GET /_admin/conversions', {
    summary: 'List conversions (reached goals) with their value in cents',
    answers: '`conversions`, in the order of recording.',
    input: OfGoal,
    run: async (server, filter) => ({ conversions: await server.conversions(withCamelNames(filter)) }),
  }),
  operation('forms.submissions', 'GET /_admin/form_submissions', {
    summary: 'List form submissions',
    answers: '`form_submissions`, oldest first.',
    input: OfForm,
    run: async (server, filter) => ({
      formSubmissions: await server.formSubmissions(withCamelNames(filter)),
    }),
  }),
  operation('orders.commerce', 'GET /_admin/commerce', {
    summary: 'List the orders, refunds, carts and products of an account',
    answers: '`orders`, `refunds`, `carts` and `products`.',
    input: OfAccount,
    run: (server, { account_id }) => server.commerce(account_id),
  }),
  operation('workflows.memberships', 'GET /_admin/memberships', {
    summary: 'List workflow memberships',
    answers: '`memberships`, oldest first.',
    input: OfWorkflow,
    run: async (server, filter) => ({ memberships: await server.memberships(withCamelNames(filter)) }),
  }),
  operation('requests.outcomes', 'GET /_admin/outcomes', {
    summary: 'List the outcomes of records accepted for background processing',
    answers: '`outcomes`, each with `request_id`, `position`, `state` and `errors`.',
    input: OfRequest,
    run: async (server, filter) => ({ outcomes: await server.outcomes(withCamelNames(filter)) }),
  }),
];
