import type { WebhookEvent } from '@trickle/sdk/contract';
import { type CartRow, listCarts } from '../store/carts.ts';
import { type ConversionRow, listConversions } from '../store/conversions.ts';
import { type DomainEvent, listDomainEvents } from '../store/domain-events.ts';
import { type EventRow, listEvents } from '../store/events.ts';
import { type FormSubmissionRow, listFormSubmissions } from '../store/form-submissions.ts';
import { listOrders, type OrderRow } from '../store/orders.ts';
import { listOutcomes, type Outcome } from '../store/outcomes.ts';
import { listProducts, type ProductRow } from '../store/products.ts';
import { listRefunds, type RefundRow } from '../store/refunds.ts';
import type { Store } from '../store/store.ts';
import { listMemberships, type MembershipRow } from '../store/workflow-memberships.ts';

/** Which events to tell of; of the first account unless another is named. */
export interface EventFilter {
  readonly accountId?: string | undefined;
  readonly subscriberId?: string | undefined;
  /** As in `subscriber.created`. */
  readonly event?: WebhookEvent | undefined;
}

/** Whose timeline to tell; of the first account unless another is named. */
export interface TimelineFilter {
  readonly accountId?: string | undefined;
  /** Everybody's when left out. */
  readonly subscriberId?: string | undefined;
}

/** Which conversions to tell of; of the first account unless another is named. */
export interface ConversionFilter {
  readonly accountId?: string | undefined;
  readonly goalId?: string | undefined;
  readonly subscriberId?: string | undefined;
}

/** Which submissions to tell of; of the first account unless another is named. */
export interface FormSubmissionFilter {
  readonly accountId?: string | undefined;
  /** Of all forms when left out. */
  readonly formId?: string | undefined;
}

/** What an account keeps of commerce that the interface has no way to read. */
export interface Commerce {
  /** Legacy orders and those of v3. */
  readonly orders: readonly OrderRow[];
  /** Of legacy orders. */
  readonly refunds: readonly RefundRow[];
  readonly carts: readonly CartRow[];
  readonly products: readonly ProductRow[];
}

/** Whose workflows to tell of; of the first account unless another is named. */
export interface MembershipFilter {
  readonly accountId?: string | undefined;
  /** All when left out. */
  readonly workflowId?: string | undefined;
}

/** Which outcomes to tell of; of the first account unless another is named. */
export interface OutcomeFilter {
  readonly accountId?: string | undefined;
  /** The `request_id` of a v3 activity, or the end of a v2 batch's `Location`. */
  readonly requestId?: string | undefined;
}

/** What of a server can be read that the interface has no way to read. */
export interface Readers {
  /** What happened to people, in order, as webhooks would be told of it. */
  events(filter?: EventFilter): Promise<DomainEvent[]>;
  /** What a person did and what the service recorded of them, custom and timeline events, by their time. */
  timeline(filter?: TimelineFilter): Promise<EventRow[]>;
  /** Who reached which conversion (goal), in the order in which that was recorded. */
  conversions(filter?: ConversionFilter): Promise<ConversionRow[]>;
  /** Who submitted which form, in order. */
  formSubmissions(filter?: FormSubmissionFilter): Promise<FormSubmissionRow[]>;
  /** The orders, refunds, carts and products of an account, the first one unless another is named. */
  commerce(accountId?: string): Promise<Commerce>;
  /** Who is on which workflow, in the order in which they were put there. */
  memberships(filter?: MembershipFilter): Promise<MembershipRow[]>;
  /** What became of the records that were accepted for the background: of one request, or of all. */
  outcomes(filter?: OutcomeFilter): Promise<Outcome[]>;
}

/** The readers of a database; `firstId` is the account that is meant when none is named. */
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
