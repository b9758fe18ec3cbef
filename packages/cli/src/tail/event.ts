import { isObject } from '../parse-json.ts';

/** An event, from the stream of the reference server or from a webhook. */
export interface TailedEvent {
  /** `subscriber.applied_tag` */
  readonly event: string;
  readonly occurred_at: string;
  readonly account_id: string;
  /** The subscriber, as far as the event names it. */
  readonly subscriber: { readonly id?: string; readonly email?: string };
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The parts of an event that a server or a sender of webhooks names, whatever their types. */
export interface GivenEvent {
  readonly event: string;
  readonly occurred_at: string;
  readonly account_id: unknown;
  readonly subscriber: unknown;
  readonly properties: unknown;
}

/** An event of parts that come from elsewhere. Parts of a wrong type are left out. */
export function tailedEvent(given: GivenEvent): TailedEvent {
  const { event, occurred_at, account_id, subscriber, properties } = given;
  const { id, email } = isObject(subscriber) ? subscriber : {};
  const isNamed = typeof account_id === 'string' || typeof account_id === 'number';
  return {
    ...{ event, occurred_at, account_id: isNamed ? String(account_id) : '' },
    subscriber: {
      ...(typeof id === 'string' && { id }),
      ...(typeof email === 'string' && { email }),
    },
    properties: isObject(properties) ? properties : {},
  };
}
