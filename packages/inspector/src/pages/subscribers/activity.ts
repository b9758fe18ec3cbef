import type { Item } from '../../api/responses.ts';
import { capitalized } from '../../design/capitalized.ts';
import type { IconName } from '../../design/icon/icon.tsx';
import { moneyText } from '../../design/number/number.ts';

/** Something that happened to a subscriber. */
export type Activity = Item<'GET /_admin/subscribers/{subscriber_id}/activity', 'activity'>;

/** An activity with the webhook deliveries that reported it. */
export interface ReportedActivity extends Activity {
  readonly deliveries: readonly Activity[];
}

/** The activities of one day. */
export interface Day {
  /** Such as `2026-11-22`. */
  readonly date: string;
  readonly activities: readonly ReportedActivity[];
}

/** Groups activities, newest first, by day, and puts webhook deliveries to the events that they report. */
export function groupActivities(activities: readonly Activity[]): readonly Day[] {
  const events = new Set(
    activities.flatMap(({ type, detail }) => (type === 'webhook_delivery' ? [] : [detail.seq])),
  );
  const isReport = ({ type, detail }: Activity) =>
    type === 'webhook_delivery' && detail.event_seq !== null && events.has(detail.event_seq);
  const reports = Map.groupBy(activities.filter(isReport), ({ detail }) => detail.event_seq);
  const rows = activities
    .filter((activity) => !isReport(activity))
    .map((activity) => ({ ...activity, deliveries: reports.get(activity.detail.seq) ?? [] }));
  const days = Map.groupBy(rows, ({ at }) => at.slice(0, 10));
  return [...days].map(([date, ofDay]) => ({ date, activities: ofDay }));
}

/** What a filter of the timeline shows, by its name. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  emails: ['email'],
  events: ['event', 'custom_event', 'timeline_event'],
  webhooks: ['webhook_delivery'],
  visits: ['page_visit', 'form_submission', 'conversion'],
  orders: ['order'],
};

/** The activities that a filter shows; all of them without one. */
export const ofKind = (activities: readonly Activity[], kind: string): readonly Activity[] =>
  activities.filter(({ type }) => KINDS[kind]?.includes(type) ?? true);

const ICONS: Readonly<Record<string, IconName>> = {
  custom_event: 'bolt',
  timeline_event: 'bolt',
  email: 'campaign',
  webhook_delivery: 'webhook',
  conversion: 'goal',
  form_submission: 'form',
  order: 'cart',
  page_visit: 'monitor',
};

/** The icon of an activity. */
export const iconOf = ({ type }: Activity): IconName => ICONS[type] ?? 'check';

type DeliveryState = Item<'GET /_admin/webhook_deliveries', 'deliveries'>['state'];

const DELIVERY_TONES: Readonly<Record<DeliveryState, 'warn' | 'bad' | undefined>> = {
  delivered: undefined,
  pending: 'warn',
  given_up: 'bad',
  dropped: 'bad',
  held: 'warn',
};

/** What the color of an activity says. */
export function toneOf({ type, title, detail }: Activity): 'good' | 'warn' | 'bad' | undefined {
  if (type === 'webhook_delivery') return DELIVERY_TONES[detail.state as DeliveryState]; // as the server reports it
  if (type === 'conversion' || type === 'order') return 'good';
  if (type !== 'event') return undefined;
  if (/unsubscribed|bounced|complained|undeliverable|deleted|removed_from/.test(title)) return 'bad';
  return /created|became|reactivated/.test(title) ? 'good' : undefined;
}

/** An activity in words. */
export function sentenceOf({ type, title }: Activity): string {
  if (type === 'email') return `Received “${title}”`;
  if (type === 'order') return `Order ${title}`;
  if (type === 'conversion') return `Reached “${title}”`;
  if (type === 'form_submission') return `Submitted “${title}”`;
  if (type === 'page_visit') return `Visited ${title}`;
  if (type === 'webhook_delivery') return `Webhook: ${title}`;
  return type === 'event' ? eventWords(title) : title;
}

/** For example `Applied tag` for `subscriber.applied_tag`. */
const eventWords = (event: string): string =>
  capitalized(event.replace(/^subscriber\./, '').replaceAll('_', ' '));

/** A detail of an activity: a name with a value, both as text. */
export type Fact = readonly [name: string, value: string];

/** The members of an email's detail that say when its recipient did something. */
const EMAIL_TIMES = ['opened_at', 'clicked_at', 'unsubscribed_at', 'bounced_at', 'complained_at'];

/** The details of an activity that are worth a line. */
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

/** The largest number of properties in a line. */
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
