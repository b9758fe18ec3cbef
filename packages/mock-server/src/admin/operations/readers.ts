import { field as f, schema, WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { withCamelNames } from '../wire-names.ts';
import { account } from './fields.ts';

const person = () => ({ ...account(), subscriber_id: f.optional(f.name()) });

const OfAccount = schema(() => z.strictObject(account()));
const OfPerson = schema(() => z.strictObject(person()));
const OfEvent = schema(() =>
  z.strictObject({
    ...person(),
    /** As in `subscriber.created`. */
    event: f.optional(f.oneOf(...WEBHOOK_EVENTS)),
  }),
);
const OfGoal = schema(() => z.strictObject({ ...person(), goal_id: f.optional(f.name()) }));
const OfForm = schema(() => z.strictObject({ ...account(), form_id: f.optional(f.name()) }));
const OfWorkflow = schema(() => z.strictObject({ ...account(), workflow_id: f.optional(f.name()) }));
const OfRequest = schema(() => z.strictObject({ ...account(), request_id: f.optional(f.name()) }));

export const readers = [
  operation('events.happened', 'GET /_admin/events', {
    summary: 'Lists what happened to people, in order, as webhooks are told of it',
    answers: '`events`, each with `event`, `subscriber_id`, `properties` and `occurred_at`.',
    input: OfEvent,
    run: async (server, filter) => ({ events: await server.events(withCamelNames(filter)) }),
  }),
  operation('events.timeline', 'GET /_admin/timeline', {
    summary: 'Lists what people did and what the service recorded of them, by their time',
    answers: '`timeline`: custom events and those that the service records by itself.',
    input: OfPerson,
    run: async (server, filter) => ({ timeline: await server.timeline(withCamelNames(filter)) }),
  }),
  operation('goals.conversions', 'GET /_admin/conversions', {
    summary: 'Lists who reached which conversion (goal), with its value in cents',
    answers: '`conversions`, in the order in which they were recorded.',
    input: OfGoal,
    run: async (server, filter) => ({ conversions: await server.conversions(withCamelNames(filter)) }),
  }),
  operation('forms.submissions', 'GET /_admin/form_submissions', {
    summary: 'Lists who submitted which form',
    answers: '`form_submissions`, in order.',
    input: OfForm,
    run: async (server, filter) => ({
      formSubmissions: await server.formSubmissions(withCamelNames(filter)),
    }),
  }),
  operation('orders.commerce', 'GET /_admin/commerce', {
    summary: 'Tells the orders, refunds, carts and products of an account',
    answers: '`orders`, `refunds`, `carts` and `products`.',
    input: OfAccount,
    run: (server, { account_id }) => server.commerce(account_id),
  }),
  operation('workflows.memberships', 'GET /_admin/memberships', {
    summary: 'Lists who is on which workflow',
    answers: '`memberships`, in the order in which people were put there.',
    input: OfWorkflow,
    run: async (server, filter) => ({ memberships: await server.memberships(withCamelNames(filter)) }),
  }),
  operation('requests.outcomes', 'GET /_admin/outcomes', {
    summary: 'Lists what became of each record that was accepted for the background',
    answers: '`outcomes`, each with `request_id`, `position`, `state` and `errors`.',
    input: OfRequest,
    run: async (server, filter) => ({ outcomes: await server.outcomes(withCamelNames(filter)) }),
  }),
];
