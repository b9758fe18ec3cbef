import { type Tone, toneOfEvent, toneOfState } from '@trickle/design/tones';
import type { Item } from '../../api/request.ts';
import type { IconName } from '../../design/icon/icon.tsx';
import { capitalized, moneyText } from '../../design/words.ts';

export type Activity = Item<'GET /_admin/subscribers/{subscriber_id}/activity', 'activity'>;

export interface ReportedActivity extends Activity {
  readonly deliveries: readonly Activity[];
}

/** Groups activities, newest first, by day, and puts webhook deliveries to the events that they report. */
export function groupActivities(activities: readonly Activity[]) {
  const events = new Set(
    activities.flatMap(({ type, detail }) => (type === 'webhook_delivery' ? [] : [detail.seq])),
  );
  const isReport = ({ type, detail }: Activity) =>
    type === 'webhook_delivery' && detail.event_seq !== null && events.has(detail.event_seq);
  const reports = Map.groupBy(activities.filter(isReport), ({ detail }) => detail.event_seq);
  const rows = activities
    .filter((activity) => !isReport(activity))
    .map(
      (activity): ReportedActivity => ({ ...activity, deliveries: reports.get(activity.detail.seq) ?? [] }),
    );
  const days = Map.groupBy(rows, ({ at }) => at.slice(0, 10));
  return [...days].map(([date, ofDay]) => ({ date, activities: ofDay }));
}

interface Kind {
  readonly filter: string;
  readonly icon?: IconName;
  readonly tone?: Tone;
  readonly words?: string;
}

const KINDS: Readonly<Record<string, Kind>> = {
  event: { filter: 'events' },
  custom_event: { filter: 'events', icon: 'bolt', tone: 'neutral' },
  timeline_event: { filter: 'events', icon: 'bolt', tone: 'neutral' },
  email: { filter: 'emails', icon: 'campaign', tone: 'neutral', words: 'Received “{title}”' },
  webhook_delivery: { filter: 'webhooks', icon: 'webhook', words: 'Webhook: {title}' },
  conversion: { filter: 'visits', icon: 'goal', tone: 'good', words: 'Reached “{title}”' },
  form_submission: { filter: 'visits', icon: 'form', tone: 'neutral', words: 'Submitted “{title}”' },
  order: { filter: 'orders', icon: 'cart', tone: 'good', words: 'Order {title}' },
  page_visit: { filter: 'visits', icon: 'monitor', tone: 'neutral', words: 'Visited {title}' },
};

export const ofKind = (activities: readonly Activity[], filter: string): readonly Activity[] =>
  activities.filter(({ type }) => filter === '' || KINDS[type]?.filter === filter);

/** The icon of an activity. A check mark is for what did not go wrong. */
export const iconOf = (activity: Activity): IconName =>
  KINDS[activity.type]?.icon ?? (toneOf(activity) === 'bad' ? 'alert' : 'check');

export const toneOf = ({ type, title, detail }: Activity): Tone =>
  KINDS[type]?.tone ?? (type === 'event' ? toneOfEvent(title) : toneOfState(String(detail.state)));

/** An activity in words, such as `Applied tag` for `subscriber.applied_tag`. */
export const sentenceOf = ({ type, title }: Activity): string =>
  type === 'event'
    ? capitalized(title.replace(/^subscriber\./, '').replaceAll('_', ' '))
    : (KINDS[type]?.words ?? '{title}').replace('{title}', () => title);

export type Fact = readonly [name: string, value: string];

const EMAIL_TIMES = ['opened_at', 'clicked_at', 'unsubscribed_at', 'bounced_at', 'complained_at'];

export function factsOf({ type, title, detail }: Activity): readonly Fact[] {
  if (type === 'email') {
    return EMAIL_TIMES.flatMap((name) =>
      detail[name] ? [[name.replace('_at', ''), timeText(detail[name])]] : [],
    );
  }
  if (type === 'conversion') return [['value', moneyText(Number(detail.value))]];
  if (type === 'webhook_delivery') {
    return [
      ['state', String(detail.state)],
      ['attempts', String(detail.attempts)],
    ];
  }
  if (type === 'order') return [['provider', String(detail.provider ?? 'legacy')]];
  if (type === 'form_submission') return detail.url ? [['page', String(detail.url)]] : [];
  return factsIn(detail.properties, title.endsWith('updated_lifetime_value'));
}

const MAX_FACTS = 5;

/** Properties whose values the refs of an activity show as links, or that say nothing to a reader. */
const UNSHOWN = /^(?:account_id|campaign_id|delivery_id|email_id|object_id)$/;

/** Facts in the properties of an event. `hasCents` says that its values are amounts in cents. */
function factsIn(properties: unknown, hasCents: boolean): readonly Fact[] {
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties)
    .filter(([name, value]) => !UNSHOWN.test(name) && value !== null && value !== '')
    .slice(0, MAX_FACTS)
    .map(([name, value]) => [
      name.replaceAll('_', ' '),
      hasCents && typeof value === 'number' ? moneyText(value) : shortText(value),
    ]);
}

/** A value as text; of lists and objects, only how much they contain. */
function shortText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const count = Object.keys(value).length;
  return `${count} ${count === 1 ? 'entry' : 'entries'}`;
}

const timeText = (at: unknown): string => String(at).slice(0, 16).replace('T', ' ');
