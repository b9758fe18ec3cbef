import {
  type Infer,
  issue,
  type PageMeta,
  type SubscriberInput,
  type SubscriberQuery,
} from '@trickle/sdk/contract';
import { pageMeta, sliceOf } from '../../shared/values/paging.ts';
import { isoTime, olsonName, parseTime } from '../../shared/values/time.ts';
import type { ReadonlyValues } from '../../store/records/with-defaults.ts';
import { countCustomFields, customFields } from '../../store/tables/custom-fields.ts';
import {
  deleteSubscriberRow,
  findSubscriberBy,
  insertSubscriber,
  listSubscriberRows,
  type SubscriberData,
  type SubscriberRow,
  type SubscriberStatus,
  TEXT_ATTRIBUTES,
  updateSubscriber,
} from '../../store/tables/subscribers.ts';
import type { VisitorData } from '../../store/tables/visitors.ts';
import { leaveCampaigns } from '../campaign-subscriptions/leave.ts';
import { planSubscriber } from '../campaign-subscriptions/scheduling.ts';
import type { Context } from '../context/context.ts';
import { DomainError, invalidAttribute } from '../errors.ts';
import { emit } from '../events/emit.ts';
import { hasRoom, isWithinLength, limitAdditions } from '../records/capacity.ts';
import { findNamedSubscriber, findSubscriber } from '../records/subscriber.ts';
import { emitChanges, emitCreation, type SubscriberSnapshot, score, snapshot } from './change-events.ts';
import { changeTags, emitTags } from './tags.ts';
import { linkVisitor } from './visitors.ts';

/** Browser details, stored for new subscribers that come from a page. */
export interface BrowserData extends VisitorData {
  readonly ip_address?: string | undefined;
}

export type SubscriberChange = ReadonlyValues<Partial<Infer<typeof SubscriberInput>>> & BrowserData;

/** Creates a subscriber, or updates the one with this `id`, `email` or `visitor_uuid`. */
export async function upsertSubscriber(context: Context, change: SubscriberChange): Promise<SubscriberRow> {
  const existing = await findNamedSubscriber(context, change);
  return existing ? save(context, existing, change, updateSubscriber) : createSubscriber(context, change);
}

/** The columns that only a seed can set. */
interface GivenColumns extends Partial<Pick<SubscriberRow, 'id' | 'createdAt' | 'status'>> {
  readonly data?: Pick<SubscriberData, 'deliverable_status'>;
}

export async function createSubscriber(
  context: Context,
  change: SubscriberChange,
  { data, ...columns }: GivenColumns = {},
): Promise<SubscriberRow> {
  const drafted = draft(context, change);
  const subscriber = { ...drafted, ...columns, data: { ...drafted.data, ...data } };
  return save(context, subscriber, change, insertSubscriber);
}

async function save(
  context: Context,
  subscriber: SubscriberRow,
  change: SubscriberChange,
  store: typeof insertSubscriber,
): Promise<SubscriberRow> {
  const before = snapshot(subscriber);
  if (change.new_email !== undefined) subscriber.email = change.new_email;
  if (change.user_id !== undefined) subscriber.userId = change.user_id || null;
  await assertFree(context, subscriber, change);
  assign(subscriber, change);
  subscriber.data.custom_fields = await mergeCustomFields(
    context,
    subscriber.data.custom_fields,
    change.custom_fields ?? {},
  );
  const visitorTags =
    change.visitor_uuid === undefined ? [] : await linkVisitor(context, change.visitor_uuid, subscriber);
  await score(context, subscriber, 'base_lead_score');
  await store(context.tx, context.accountId, subscriber);
  const isNew = store === insertSubscriber;
  const tagged = { ...change, tags: [...(change.tags ?? []), ...visitorTags] };
  const tags = await changeTags(context, subscriber, tagged, isNew);
  if (isNew) {
    await emitCreation(context, subscriber);
  } else {
    if (needsReschedule(before, subscriber)) await planSubscriber(context, subscriber);
    await emitChanges(context, before, subscriber);
  }
  if (change.status === 'unsubscribed') await leaveCampaigns(context, subscriber, 'unsubscribed');
  await emitTags(context, subscriber, tags);
  return subscriber;
}

/** Whether emails are due at other times than before: the subscriber became active or changed time zone. */
const needsReschedule = ({ status, timeZone }: SubscriberSnapshot, now: SubscriberRow) =>
  (now.status === 'active' && status !== 'active') || timeZone !== now.data.time_zone;

export const subscriberDefaults = {
  sms_consent: false,
  eu_consent: 'unknown',
  time_zone: 'Etc/UTC',
  prospect: true,
  base_lead_score: 30,
  lifetime_value: 0,
  custom_fields: {},
} as const;

function draft(
  { services }: Context,
  { email, new_email, status, initial_status }: SubscriberChange,
): SubscriberRow {
  const address = new_email ?? email;
  if (address === undefined) throw invalidAttribute('presence_error', 'email');
  return {
    id: services.ids.letters(),
    email: address,
    userId: null,
    visitorUuid: null,
    status: status ?? initial_status ?? 'active',
    createdAt: isoTime(services.clock.now()),
    data: { ...subscriberDefaults, custom_fields: {} },
  };
}

type CustomFieldChanges = NonNullable<SubscriberInput['custom_fields']>;

/** Merges changes into custom fields, as text, and registers new identifiers. Null and '' clear a field. */
export async function mergeCustomFields(
  context: Context,
  fields: Readonly<Record<string, string>>,
  changes: CustomFieldChanges,
): Promise<Record<string, string>> {
  const merged = new Map(Object.entries(fields)); // a field may be called `__proto__`
  const values = Object.entries(changes).filter(([, value]) => value !== null && value !== '');
  for (const [identifier, value] of Object.entries(changes)) {
    if (value === null || value === '') merged.delete(identifier);
  }
  const names = values.map(([identifier]) => identifier);
  const added = new Set(
    limitAdditions(context, 'custom_fields', { before: merged.keys(), additions: names }),
  );
  let length = 0;
  for (const [identifier, value] of merged) length += identifier.length + value.length;
  for (const [identifier, value] of values) {
    const text = String(value);
    const before = merged.get(identifier);
    const increase = text.length - (before?.length ?? -identifier.length);
    if (!isWithinLength(context, 'custom_fields', length + increase)) continue;
    if (before === undefined && !(added.has(identifier) && (await register(context, identifier)))) continue;
    merged.set(identifier, text);
    length += increase;
  }
  return Object.fromEntries(merged);
}

/** Registers a custom field in the account. Returns whether it is registered. */
async function register(context: Context, identifier: string): Promise<boolean> {
  const { tx, accountId } = context;
  const key = `custom field ${accountId.length} ${accountId} ${identifier}`;
  const find = async () => (await customFields.has(tx, accountId, { identifier })) || undefined;
  if (await tx.cached(key, ['custom_fields'], find)) return true;
  if (!(await hasRoom(context, 'fields', countCustomFields))) return false;
  await customFields.insertNew(tx, accountId, { identifier });
  return true;
}

// Unspecified: U-12
async function assertFree(context: Context, subscriber: SubscriberRow, change: SubscriberChange) {
  const taken = await takenNames(context, subscriber, change);
  if (taken.length) throw new DomainError(taken.map((name) => issue('uniqueness_error', name)));
}

export async function takenNames(
  { tx, accountId }: Context,
  subscriber: Pick<SubscriberRow, 'id'> | undefined,
  { new_email, user_id }: SubscriberChange,
): Promise<readonly ('new_email' | 'user_id')[]> {
  const isTaken = async (key: 'email' | 'userId', value: string | undefined) => {
    const holder = value ? await findSubscriberBy(tx, accountId, key, value) : undefined;
    return holder !== undefined && holder.id !== subscriber?.id;
  };
  return [
    ...((await isTaken('email', new_email)) ? (['new_email'] as const) : []),
    ...((await isTaken('userId', user_id)) ? (['user_id'] as const) : []),
  ];
}

/** Applies the change's attributes. An empty text clears an attribute. */
function assign(subscriber: SubscriberRow, change: SubscriberChange): void {
  const { data } = subscriber;
  for (const attribute of TEXT_ATTRIBUTES) {
    const value = change[attribute];
    if (value) data[attribute] = value;
    else if (value === '') delete data[attribute];
  }
  assignStatus(subscriber, change.status);
  const prospect = change.prospect ?? change.potential_lead;
  Object.assign(
    data,
    defined({
      prospect,
      initial_status: change.initial_status,
      sms_consent: change.sms_consent,
      eu_consent: change.eu_consent,
      // Seeds keep their own spelling of the zone.
      time_zone: change.time_zone && (olsonName(change.time_zone) ?? change.time_zone),
      base_lead_score: change.base_lead_score,
      lifetime_value: change.lifetime_value,
    }),
  );
}

/** A bounce stays beside the status: who unsubscribes meanwhile is undeliverable still. */
// Unspecified: U-107
function assignStatus(subscriber: SubscriberRow, status: SubscriberChange['status']): void {
  if (status === 'unsubscribed' && subscriber.status === 'undeliverable')
    subscriber.data.deliverable_status = status;
  else if (status !== undefined) {
    subscriber.status = status;
    delete subscriber.data.deliverable_status;
  }
}

function defined<T extends object>(members: T): Partial<T> {
  // The remaining members are members of T.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Unsubscribes a subscriber from all mailings, like an update to the status `unsubscribed`. */
// Unspecified: U-10
export async function unsubscribeAll(context: Context, idOrEmail: string): Promise<SubscriberRow> {
  const { id } = await findSubscriber(context, idOrEmail);
  return upsertSubscriber(context, { id, status: 'unsubscribed' });
}

export async function deleteSubscriber(context: Context, idOrEmail: string): Promise<void> {
  const subscriber = await findSubscriber(context, idOrEmail);
  await emit(context, subscriber.id, 'subscriber.deleted', {}); // before the row is gone: the payload shows it
  await deleteSubscriberRow(context.tx, context.accountId, subscriber.id);
}

const statusesOf: Readonly<Record<NonNullable<SubscriberQuery['status']>, readonly SubscriberStatus[]>> = {
  all: [],
  active: ['active'],
  unsubscribed: ['unsubscribed'],
  active_or_unsubscribed: ['active', 'unsubscribed'],
  undeliverable: ['undeliverable'],
  removed: [],
};

/** One page of the subscribers that match the filters. Default status: active. */
export async function listSubscribers(
  { tx, accountId }: Context,
  query: SubscriberQuery,
): Promise<{ subscribers: SubscriberRow[]; meta: PageMeta }> {
  const slice = sliceOf(query);
  const time = (text: string | undefined) => (text === undefined ? undefined : isoTime(parseTime(text)));
  const filter = {
    statuses: statusesOf[query.status ?? 'active'],
    isRemoved: query.status === 'removed', // Unspecified: U-54
    tags: (query.tags ?? '').split(',').flatMap((tag) => tag.trim() || []),
    createdBefore: time(query.subscribed_before),
    createdAfter: time(query.subscribed_after),
  };
  const { rows, total } = await listSubscriberRows(tx, accountId, filter, slice);
  return { subscribers: rows, meta: pageMeta(slice, rows.length, total) };
}
