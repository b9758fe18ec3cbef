import { isObject } from '../parse-json.ts';
import type { AdminApi } from '../sandbox/admin-api.ts';
import { eventOf, type TailedEvent } from '../sandbox/event.ts';
import type { SampleSubscriber } from './chain.ts';

/** A webhook delivery of an event. */
export interface ShownDelivery {
  readonly event: string;
  readonly url: string;
  /** `pending`, `delivered`, `given_up`, `dropped` or `held`. */
  readonly state: string;
  readonly attempts: number;
  /** The status of the last response; null without one. */
  readonly status: number | null;
}

/** What followed from the calls. */
export interface Consequences {
  readonly events: readonly TailedEvent[];
  readonly deliveries: readonly ShownDelivery[];
}

/** Reads the events of the sample subscriber and their deliveries. */
export async function consequencesOf(
  admin: AdminApi,
  { id, email }: SampleSubscriber,
): Promise<Consequences> {
  const page = await admin.get('events', { subscriber_id: id });
  const events = objectsOf(page.events).flatMap((record) => {
    const event = eventOf(undefined, JSON.stringify({ ...record, subscriber: { id, email } }));
    return event ? [event] : [];
  });
  const { deliveries } = await admin.get('webhook_deliveries', { subscriber_id: id });
  return { events, deliveries: objectsOf(deliveries).map(shownDelivery) };
}

function shownDelivery(delivery: Readonly<Record<string, unknown>>): ShownDelivery {
  const { event, url, state, attempts, answer } = delivery;
  const status = isObject(answer) && typeof answer.status === 'number' ? answer.status : null;
  return {
    event: String(event),
    url: String(url),
    state: String(state),
    attempts: Array.isArray(attempts) ? attempts.length : 0,
    status,
  };
}

const objectsOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? (value as readonly unknown[]).filter(isObject) : [];
