import { expect } from 'vitest';
import type { TestServer } from '../harness.ts';
import { type Subscriber, SubscriberModel } from './subscriber-model.ts';

/** A legacy or v3 order. Amounts are in thousandths of the currency's unit. */
interface Order {
  readonly owner: Subscriber;
  readonly total: number;
  readonly refunded: number;
  /** Refunds of a legacy order by their ids. */
  readonly refunds: Readonly<Record<string, number>>;
  readonly state: OrderState;
}

/** The states of a legacy order. */
export interface OrderState {
  readonly financial_state?: string;
  readonly fulfillment_state?: string;
  readonly cancelled_at?: string | null;
}

export interface OrderActivity {
  readonly action: 'placed' | 'updated' | 'paid' | 'fulfilled' | 'refunded' | 'canceled';
  readonly order_id: string;
  readonly grand_total?: number;
  readonly refund_amount?: number;
  readonly occurred_at?: string;
}

const activityEvents: Readonly<Record<OrderActivity['action'], string>> = {
  placed: 'Placed an order',
  updated: 'Updated an order',
  paid: 'Paid an order',
  fulfilled: 'Fulfilled an order',
  refunded: 'Refunded an order',
  canceled: 'Canceled an order',
};

/** Cents, rounded half away from zero. */
const centsOf = (thousandths: number) => Math.sign(thousandths) * Math.round(Math.abs(thousandths) / 10);
const worthOf = ({ total, refunded }: Order) => centsOf(total - refunded);

/** A legacy order as sent. */
export interface LegacyOrder {
  readonly email: string;
  readonly key: string;
  readonly cents: number;
  readonly state: OrderState;
}

/** The subscribers of an account, their purchases and their timeline. */
export class Tills extends SubscriberModel {
  readonly #orders = new Map<string, Order>();
  readonly #timeline: { subscriber: Subscriber; action: string }[] = [];
  readonly #seen = new Map<Subscriber, Set<string>>();
  readonly purchases = new Map<Subscriber, number[]>();

  #find(key: string): Order | undefined {
    const order = this.#orders.get(key);
    return order && this.subscribers.includes(order.owner) ? order : undefined;
  }

  #put(key: string, order: Order, source: string): void {
    const before = this.#find(key);
    this.#orders.set(key, order);
    const moved = before && before.owner !== order.owner;
    if (moved) this.#add(before.owner, -worthOf(before), source);
    this.#add(order.owner, worthOf(order) - (before && !moved ? worthOf(before) : 0), source);
  }

  #add(subscriber: Subscriber, cents: number, source: string): void {
    this.setLifetimeValue(subscriber, subscriber.lifetime_value + cents, source);
  }

  #record(subscriber: Subscriber, action: string): void {
    this.#timeline.push({ subscriber, action });
  }

  purchase(subscriber: Subscriber, cents: number): void {
    this.purchases.set(subscriber, [...(this.purchases.get(subscriber) ?? []), cents]);
    this.#add(subscriber, cents, 'api');
  }

  /** Applies a legacy order. Returns whether it is accepted. */
  order({ email, key: upstreamId, cents, state: changes }: LegacyOrder, source: string): boolean {
    const owner = this.find(email);
    if (!owner) return false;
    const key = `v2 ${upstreamId}`;
    const before = this.#find(key);
    const state = { cancelled_at: null, ...before?.state, ...changes };
    const { refunded = 0, refunds = {} } = before ?? {};
    const order: Order = { owner, total: cents * 10, refunded, refunds, state };
    const is = (one: Order | undefined) => one && [one.owner.id, one.total, Object.entries(one.state).sort()];
    if (JSON.stringify(is(before)) === JSON.stringify(is(order))) return true;
    this.#record(owner, before ? 'Updated an order' : 'Placed an order');
    const was = before?.state ?? {};
    if (state.financial_state === 'paid' && was.financial_state !== 'paid')
      this.#record(owner, 'Paid an order');
    if (state.fulfillment_state === 'fulfilled' && was.fulfillment_state !== 'fulfilled') {
      this.#record(owner, 'Fulfilled an order');
    }
    if (state.cancelled_at && !was.cancelled_at) this.#record(owner, 'Canceled an order');
    this.#put(key, order, source);
    return true;
  }

  /** Applies a refund of a legacy order. Returns whether it is accepted. */
  refund(upstreamId: string, refundId: string | undefined, cents: number): boolean {
    const key = `v2 ${upstreamId}`;
    const order = this.#find(key);
    if (!order) return false;
    const before = refundId === undefined ? undefined : order.refunds[refundId];
    const refunds = refundId === undefined ? order.refunds : { ...order.refunds, [refundId]: cents };
    if (before === undefined) this.#record(order.owner, 'Refunded an order');
    const refunded = order.refunded + (cents - (before ?? 0)) * 10;
    this.#put(key, { ...order, refunds, refunded }, 'api');
    return true;
  }

  /** Applies a v3 order activity. Amounts are in thousandths. */
  activity(owner: Subscriber, activity: OrderActivity, sent: string): void {
    const seen = this.#seen.get(owner) ?? new Set();
    if (activity.occurred_at !== undefined && seen.has(sent)) return;
    this.#seen.set(owner, seen.add(sent));
    this.#record(owner, activityEvents[activity.action]);
    const key = `v3 ${activity.order_id}`;
    const before = this.#find(key);
    const isPaidBack = activity.action === 'refunded' || activity.action === 'canceled';
    const refunded = (before?.refunded ?? 0) + (isPaidBack ? (activity.refund_amount ?? 0) : 0);
    const total = activity.grand_total ?? before?.total ?? 0;
    this.#put(key, { owner, total, refunded, refunds: {}, state: {} }, 'shopper_activity');
  }

  override async verify(server: TestServer): Promise<void> {
    await super.verify(server);
    const recorded = (await server.timeline()).map(({ subscriberId, action }) => `${subscriberId} ${action}`);
    const expected = this.#timeline.map(({ subscriber, action }) => `${subscriber.id} ${action}`);
    expect(recorded.sort()).toEqual(expected.sort());
  }
}
