import type { WebhookEvent } from '@trickle/sdk/contract';
import type { Store } from '../../store/engine/store.ts';
import { type CartRow, listCarts } from '../../store/tables/carts.ts';
import { type ConversionRow, listConversions } from '../../store/tables/conversions.ts';
import { type DomainEvent, listDomainEvents } from '../../store/tables/domain-events.ts';
import { type EventRow, listEvents } from '../../store/tables/events.ts';
import { type FormSubmissionRow, listFormSubmissions } from '../../store/tables/form-submissions.ts';
import { listOrders, type OrderRow } from '../../store/tables/orders.ts';
import { listOutcomes, type Outcome } from '../../store/tables/outcomes.ts';
import { listProducts, type ProductRow } from '../../store/tables/products.ts';
import { listRefunds, type RefundRow } from '../../store/tables/refunds.ts';
import { listMemberships, type MembershipRow } from '../../store/tables/workflow-memberships.ts';

/** Filters events. Default account: the first one. */
export interface EventFilter {
  readonly accountId?: string | undefined;
  readonly subscriberId?: string | undefined;
  /** For example `subscriber.created`. */
  readonly event?: WebhookEvent | undefined;
}

/** Filters the timeline. Default account: the first one. */
export interface TimelineFilter {
  readonly accountId?: string | undefined;
  /** Default: all subscribers. */
  readonly subscriberId?: string | undefined;
}

/** Filters conversions. Default account: the first one. */
export interface ConversionFilter {
  readonly accountId?: string | undefined;
  readonly goalId?: string | undefined;
  readonly subscriberId?: string | undefined;
}

/** Filters form submissions. Default account: the first one. */
export interface FormSubmissionFilter {
  readonly accountId?: string | undefined;
  /** Default: all forms. */
  readonly formId?: string | undefined;
}

/** An account's commerce data that the REST API cannot read. */
export interface Commerce {
  /** Orders of v2 (legacy) and v3. */
  readonly orders: readonly OrderRow[];
  /** Refunds of legacy orders. */
  readonly refunds: readonly RefundRow[];
  readonly carts: readonly CartRow[];
  readonly products: readonly ProductRow[];
}

/** Filters workflow memberships. Default account: the first one. */
export interface MembershipFilter {
  readonly accountId?: string | undefined;
  /** Default: all workflows. */
  readonly workflowId?: string | undefined;
}

/** Filters outcomes. Default account: the first one. */
export interface OutcomeFilter {
  readonly accountId?: string | undefined;
  /** The `request_id` of a v3 activity, or the end of a v2 batch's `Location`. */
  readonly requestId?: string | undefined;
}

/** Reads data that the REST API does not expose. */
export interface Readers {
  /** Lists subscriber events as webhooks report them, oldest first. */
  events(filter?: EventFilter): Promise<DomainEvent[]>;
  /** Lists custom events and those that the service records itself, by time. */
  timeline(filter?: TimelineFilter): Promise<EventRow[]>;
  /** Lists conversions (reached goals) in the order of recording. */
  conversions(filter?: ConversionFilter): Promise<ConversionRow[]>;
  /** Lists form submissions, oldest first. */
  formSubmissions(filter?: FormSubmissionFilter): Promise<FormSubmissionRow[]>;
  /** Returns an account's orders, refunds, carts and products. Default: the first account. */
  commerce(accountId?: string): Promise<Commerce>;
  /** Lists workflow memberships, oldest first. */
  memberships(filter?: MembershipFilter): Promise<MembershipRow[]>;
  /** Lists the outcomes of records accepted for background processing, of one request or of all. */
  outcomes(filter?: OutcomeFilter): Promise<Outcome[]>;
}

/** Creates the readers. `firstId` is the default account. */
export function readersOf(store: Store, firstId: string): Readers {
  return {
    events: ({ accountId = firstId, ...filter } = {}) =>
      store.read((tx) => listDomainEvents(tx, accountId, filter)),
    timeline: ({ accountId = firstId, subscriberId } = {}) =>
      store.read((tx) => listEvents(tx, accountId, subscriberId)),
    conversions: ({ accountId = firstId, ...filter } = {}) =>
      store.read((tx) => listConversions(tx, accountId, filter)),
    formSubmissions: ({ accountId = firstId, formId } = {}) =>
      store.read((tx) => listFormSubmissions(tx, accountId, formId)),
    commerce: (accountId = firstId) =>
      store.read(async (tx) => ({
        orders: await listOrders(tx, accountId),
        refunds: await listRefunds(tx, accountId),
        carts: await listCarts(tx, accountId),
        products: await listProducts(tx, accountId),
      })),
    memberships: ({ accountId = firstId, workflowId } = {}) =>
      store.read(async (tx) =>
        (await listMemberships(tx, accountId, workflowId)).map(({ run, depth, ...shown }) => shown),
      ),
    outcomes: ({ accountId = firstId, requestId } = {}) =>
      store.read((tx) => listOutcomes(tx, accountId, requestId)),
  };
}
