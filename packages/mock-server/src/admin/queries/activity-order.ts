import type { Cause } from '../../store/engine/cause.ts';

/** A record that a row of an activity leads to. */
export interface Reference {
  readonly type: string;
  readonly id: string;
}

/** Something that happened to a subscriber, or that they did. */
export interface Activity {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly type:
    | 'event'
    | 'custom_event'
    | 'timeline_event'
    | 'email'
    | 'webhook_delivery'
    | 'conversion'
    | 'form_submission'
    | 'order'
    | 'page_visit';
  readonly title: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly cause: Cause | null;
  readonly refs: readonly Reference[];
}

/** Where an activity belongs among those of the same second: the number of a domain event. */
type Place = readonly [second: number, number: number];

/**
 * Merges lists of activities, newest first. Each list is sorted newest first and keeps its order. Times are whole
 * seconds, and with a frozen clock everything has the same time, so the numbers of domain events decide within a
 * second: an activity belongs to the event that reports it, otherwise to the last event with its cause.
 */
export function sortActivities<Entry extends { readonly activity: Activity }>(
  lists: readonly (readonly Entry[])[],
): Entry[] {
  const numberOf = numbersOf(lists.flat().map(({ activity }) => activity));
  const placed = lists.flatMap((list, rank) => {
    const places = list.map(({ activity }): Place => [secondOf(activity), numberOf(activity)]);
    // An activity that was recorded later is never older, whatever its own time says.
    for (let i = places.length - 2; i >= 0; i--) {
      const [own = NEVER, older = NEVER] = places.slice(i, i + 2);
      if (compare(own, older) < 0) places[i] = older;
    }
    return list.map((entry, i) => ({ entry, rank, place: places[i] ?? NEVER }));
  });
  return placed
    .sort((one, other) => compare(other.place, one.place) || other.rank - one.rank)
    .map(({ entry }) => entry);
}

const NEVER: Place = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

const secondOf = ({ at }: Activity): number => Math.floor(Date.parse(at) / 1000);

const compare = ([second, number]: Place, [otherSecond, otherNumber]: Place): number =>
  second - otherSecond || (number === otherNumber ? 0 : number - otherNumber);

/** The members of details that say which domain event an activity belongs to. */
interface Detail {
  readonly seq?: number;
  readonly eventSeq?: number | null;
  readonly properties?: { readonly action?: unknown; readonly delivery_id?: unknown };
}

/** Returns a function that finds the number of the domain event that an activity belongs to. */
function numbersOf(activities: readonly Activity[]): (activity: Activity) => number {
  const reports = new Map<string, number[]>();
  const causes = new Map<string, number>();
  for (const { detail, title, at, cause } of activities) {
    const { seq, properties }: Detail = detail;
    if (seq === undefined) continue;
    if (title === 'subscriber.received_email') reports.set(`email ${properties?.delivery_id}`, [seq]);
    if (title === 'subscriber.performed_custom_event') {
      const key = `custom_event ${at} ${properties?.action}`;
      reports.set(key, [...(reports.get(key) ?? []), seq]);
    }
    const key = causeKey(at, cause);
    causes.set(key, Math.max(seq, causes.get(key) ?? 0));
  }
  return (activity) => {
    const { id, at, type, title, cause } = activity;
    const { seq, eventSeq }: Detail = activity.detail;
    const unknown = Number.NEGATIVE_INFINITY; // it belongs to an event that is older than all of these
    if (seq !== undefined) return seq;
    if (type === 'webhook_delivery') return eventSeq ?? unknown;
    // Equal events are reported in their order.
    if (type === 'email') return reports.get(`email ${id}`)?.shift() ?? unknown;
    if (type === 'custom_event') return reports.get(`custom_event ${at} ${title}`)?.shift() ?? unknown;
    return (cause && causes.get(causeKey(at, cause))) ?? unknown;
  };
}

const causeKey = (at: string, cause: Activity['cause']) => `${cause?.type} ${cause?.id} ${at.slice(0, 19)}`;
