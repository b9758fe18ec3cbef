import { field as f, WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import { searched } from '../../store/engine/filter.ts';
import {
  type CartRow,
  carts,
  type OrderRow,
  orders,
  type ProductRow,
  products,
  type RefundRow,
  refunds,
} from '../../store/tables/commerce.ts';
import { conversions } from '../../store/tables/conversions.ts';
import { domainEvents } from '../../store/tables/domain-events.ts';
import { events } from '../../store/tables/events.ts';
import { formSubmissions } from '../../store/tables/form-submissions.ts';
import { outcomes } from '../../store/tables/outcomes.ts';
import {
  type MembershipRow,
  memberships,
  type StoredMembership,
} from '../../store/tables/workflow-memberships.ts';
import { numbers, span, withinNumbers, withinSeconds } from '../fields.ts';
import { list, operation } from '../operation.ts';

const ofSubscriber = () => ({ subscriberId: f.optional(f.name()) });

/** An account's commerce data that the REST API cannot read. */
export interface Commerce {
  /** Orders of v2 (legacy) and v3. */
  readonly orders: readonly OrderRow[];
  /** Refunds of legacy orders. */
  readonly refunds: readonly RefundRow[];
  readonly carts: readonly CartRow[];
  readonly products: readonly ProductRow[];
}

export const readers = {
  /** Lists subscriber events as webhooks report them, oldest first. */
  events: list({
    name: 'events.list',
    route: 'GET /_admin/events',
    answers: '`events`, each with `seq`, `event`, `subscriber_id`, `properties`, `occurred_at` and `cause`.',
    input: () => ({
      ...ofSubscriber(),
      /** For example `subscriber.created`. */
      event: f.optional(f.oneOf(...WEBHOOK_EVENTS)),
      ...span(),
    }),
    member: 'events',
    page: ({ tx, accountId }, { since, until, ...filter }, choice) =>
      domainEvents.page(tx, accountId, filter, {
        ...choice,
        conditions: withinSeconds('occurred_at', { since, until }),
      }),
  }),
  /** Lists custom events and those that the service records itself, by time. */
  timeline: list({
    name: 'events.timeline',
    route: 'GET /_admin/timeline',
    answers: '`timeline`: the events.',
    input: () => ({
      /** Default: all subscribers. */
      subscriberId: f.optional(f.name()),
    }),
    member: 'timeline',
    key: 2,
    page: ({ tx, accountId }, filter, choice) => events.page(tx, accountId, filter, choice),
  }),
  /** Lists conversions (reached goals) in the order of recording. */
  conversions: list({
    name: 'goals.conversions',
    route: 'GET /_admin/conversions',
    answers:
      '`conversions`, in the order of recording, each with `value` in cents, `subscriber_id`, and the `email` of the subscriber.',
    input: () => ({
      goalId: f.optional(f.name()),
      ...ofSubscriber(),
      ...span(),
      /** A part of the visitor's UUID, or of the subscriber's address, name or id; case-insensitive. */
      search: f.optional(f.name()),
      /** In units of the currency: `25`, `>100`, `10..20`. */
      value: f.optional(numbers()),
    }),
    member: 'conversions',
    page: ({ tx, accountId }, { since, until, search, value, ...filter }, choice) =>
      conversions.page(tx, accountId, filter, {
        ...choice,
        conditions: [
          ...withinSeconds('occurred_at', { since, until }),
          ...searched(accountId, search, { columns: ['visitor_uuid'] }),
          ...withinNumbers('value', value, 100),
        ],
      }),
    withEmail: true,
  }),
  /** Lists form submissions, oldest first. */
  formSubmissions: list({
    name: 'forms.submissions',
    route: 'GET /_admin/form_submissions',
    answers:
      '`form_submissions`, oldest first, each with `subscriber_id`, and the `email` of the subscriber.',
    input: () => ({
      /** Default: all forms. */
      formId: f.optional(f.name()),
      ...ofSubscriber(),
    }),
    member: 'formSubmissions',
    page: ({ tx, accountId }, filter, choice) => formSubmissions.page(tx, accountId, filter, choice),
    withEmail: true,
  }),
  /** Returns an account's orders, refunds, carts and products. Default: the first account. */
  commerce: operation({
    first: ['accountId'],
    run: async ({ tx, accountId }): Promise<Commerce> => ({
      orders: await orders.list(tx, accountId),
      refunds: await refunds.list(tx, accountId),
      carts: await carts.list(tx, accountId),
      products: await products.list(tx, accountId),
    }),
  }),
  /** Lists workflow memberships, oldest first. */
  memberships: list({
    name: 'workflows.memberships',
    route: 'GET /_admin/memberships',
    answers: '`memberships`, oldest first.',
    input: () => ({
      /** Default: all workflows. */
      workflowId: f.optional(f.name()),
    }),
    member: 'memberships',
    async page({ tx, accountId }, filter, choice) {
      const { rows, ...more } = await memberships.page(tx, accountId, filter, choice);
      return { rows: rows.map(membership), ...more };
    },
  }),
  /** Lists the outcomes of records accepted for background processing, of one request or of all. */
  outcomes: list({
    name: 'requests.outcomes',
    route: 'GET /_admin/outcomes',
    answers: '`outcomes`, each with `request_id`, `position`, `state` and `errors`.',
    input: () => ({
      /** The `request_id` of a v3 activity, or the end of a v2 batch's `Location`. */
      requestId: f.optional(f.name()),
    }),
    member: 'outcomes',
    key: 2,
    page: ({ tx, accountId }, filter, choice) => outcomes.page(tx, accountId, filter, choice),
  }),
};

function membership({ run, depth, until, root, parent, ...row }: StoredMembership): MembershipRow {
  return row;
}
