import type { SubscriberInput } from '@trickle/sdk/contract';
import { issue } from '@trickle/sdk/contract';
import {
  findSubscriberBy,
  insertSubscriber,
  type SubscriberRow,
  TEXT_ATTRIBUTES,
  updateSubscriber,
} from '../../store/subscribers.ts';
import type { VisitorData } from '../../store/visitors.ts';
import { isoTime } from '../../values/iso-time.ts';
import { olsonName } from '../../values/time-zone.ts';
import type { Context } from '../../world/context.ts';
import { leaveCampaigns } from '../campaign-subscriptions/leave.ts';
import { planSubscriber } from '../campaign-subscriptions/scheduling.ts';
import { DomainError, invalidAttribute } from '../lookup/errors.ts';
import { identifySubscriber } from '../lookup/find-subscriber.ts';
import { emitChanges, emitCreation, type SubscriberSnapshot, snapshot } from './change-events.ts';
import { mergeCustomFields } from './custom-fields.ts';
import { score } from './lead-score.ts';
import { changeTags, emitTags } from './tags.ts';
import { linkVisitor } from './visitors.ts';

/** What a browser tells of itself, kept of new subscribers who come from a page. */
export interface BrowserData extends VisitorData {
  readonly ip_address?: string | undefined;
}

/** What a subscriber may be created or updated with, by whatever road it comes. */
export type SubscriberChange = { readonly [K in keyof SubscriberInput]?: SubscriberInput[K] } & BrowserData;

/** Creates a person, or updates the one whom `id`, `email` or `visitor_uuid` names. */
export async function upsertSubscriber(context: Context, change: SubscriberChange): Promise<SubscriberRow> {
  const found = await identifySubscriber(context, change);
  return found ? save(context, found, change, updateSubscriber) : createSubscriber(context, change);
}

/** Creates a person; `given` is what a seed may say of them that a request may not. */
export async function createSubscriber(
  context: Context,
  change: SubscriberChange,
  given: Partial<Pick<SubscriberRow, 'id' | 'createdAt' | 'status'>> = {},
): Promise<SubscriberRow> {
  return save(context, { ...draft(context, change), ...given }, change, insertSubscriber);
}

async function save(
  context: Context,
  person: SubscriberRow,
  change: SubscriberChange,
  store: typeof insertSubscriber,
): Promise<SubscriberRow> {
  const before = snapshot(person);
  if (change.new_email !== undefined) person.email = change.new_email;
  if (change.user_id !== undefined) person.userId = change.user_id || null;
  await assertFree(context, person, change);
  assign(person, change);
  person.data.custom_fields = await mergeCustomFields(
    context,
    person.data.custom_fields,
    change.custom_fields ?? {},
  );
  const brought =
    change.visitor_uuid === undefined ? [] : await linkVisitor(context, change.visitor_uuid, person);
  await score(context, person);
  await store(context.tx, context.accountId, person);
  const tags = await changeTags(context, person, { ...change, tags: [...(change.tags ?? []), ...brought] });
  if (store === insertSubscriber) {
    await emitCreation(context, person);
  } else {
    if (canBeSentOtherwise(before, person)) await planSubscriber(context, person);
    await emitChanges(context, before, person);
  }
  if (change.status === 'unsubscribed') await leaveCampaigns(context, person, 'unsubscribed');
  await emitTags(context, person, tags);
  return person;
}

/** Whether emails go out at other times than before: the person can be sent any again, or lives by another clock. */
const canBeSentOtherwise = ({ status, timeZone }: SubscriberSnapshot, now: SubscriberRow) =>
  (now.status === 'active' && status !== 'active') || timeZone !== now.data.time_zone;

/** Someone new, with the defaults of the interface. */
function draft(
  { world }: Context,
  { email, new_email, status, initial_status }: SubscriberChange,
): SubscriberRow {
  const address = new_email ?? email;
  if (address === undefined) throw invalidAttribute('presence_error', 'email');
  return {
    id: world.ids.letters(),
    email: address,
    userId: null,
    visitorUuid: null,
    status: status ?? initial_status ?? 'active',
    createdAt: isoTime(world.clock.now()),
    data: {
      sms_consent: false,
      eu_consent: 'unknown',
      time_zone: 'Etc/UTC',
      prospect: true,
      base_lead_score: 30,
      lifetime_value: 0,
      custom_fields: {},
    },
  };
}

/** Refuses an address or a user id that belongs to somebody else. */
// Unspecified: U-12
async function assertFree(context: Context, person: SubscriberRow, change: SubscriberChange) {
  const taken = await takenNames(context, person, change);
  if (taken.length) throw new DomainError(taken.map((name) => issue('uniqueness_error', name)));
}

/** What of a change belongs to somebody else than the person, or to anybody where there is no person yet. */
export async function takenNames(
  { tx, accountId }: Context,
  person: Pick<SubscriberRow, 'id'> | undefined,
  { new_email, user_id }: SubscriberChange,
): Promise<readonly ('new_email' | 'user_id')[]> {
  const isTaken = async (key: 'email' | 'userId', value: string | undefined) => {
    const holder = value ? await findSubscriberBy(tx, accountId, key, value) : undefined;
    return holder !== undefined && holder.id !== person?.id;
  };
  return [
    ...((await isTaken('email', new_email)) ? (['new_email'] as const) : []),
    ...((await isTaken('userId', user_id)) ? (['user_id'] as const) : []),
  ];
}

/** Takes over what the change says; an empty text takes the attribute away. */
function assign(person: SubscriberRow, change: SubscriberChange): void {
  const { data } = person;
  for (const attribute of TEXT_ATTRIBUTES) {
    const value = change[attribute];
    if (value) data[attribute] = value;
    else if (value === '') delete data[attribute];
  }
  person.status = change.status ?? person.status;
  const prospect = change.prospect ?? change.potential_lead;
  Object.assign(
    data,
    given({
      prospect,
      initial_status: change.initial_status,
      sms_consent: change.sms_consent,
      eu_consent: change.eu_consent,
      // Seeds are not read, so the spelling is still theirs.
      time_zone: change.time_zone && (olsonName(change.time_zone) ?? change.time_zone),
      base_lead_score: change.base_lead_score,
      lifetime_value: change.lifetime_value,
    }),
  );
}

function given<T extends object>(members: T): Partial<T> {
  // What is left of T's members are T's members.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}
