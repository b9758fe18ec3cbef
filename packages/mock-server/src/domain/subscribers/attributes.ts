import type { SubscriberInput } from '@trickle/sdk/contract';
import { countCustomFields, hasCustomField, insertCustomField } from '../../store/tables/custom-fields.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import { accountFeatures, type Context } from '../context/context.ts';
import { emit } from '../events/emit.ts';
import { hasRoom, isWithinLength, limitAdditions } from '../records/capacity.ts';
import { safely } from '../records/safe-integer.ts';

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
    if (before === undefined && !(added.has(identifier) && (await learn(context, identifier)))) continue;
    merged.set(identifier, text);
    length += increase;
  }
  return Object.fromEntries(merged);
}

/** Registers a custom field in the account. Returns whether it is registered. */
async function learn(context: Context, identifier: string): Promise<boolean> {
  const { tx, cache } = context;
  cache.fields ??= new Set();
  const { fields } = cache;
  if (fields.has(identifier)) return true;
  if (!(await register(context, identifier))) return false;
  fields.add(identifier);
  tx.onRollback(() => fields.delete(identifier)); // it may be new
  return true;
}

async function register(context: Context, identifier: string): Promise<boolean> {
  const { tx, accountId } = context;
  if (await hasCustomField(tx, accountId, identifier)) return true;
  if (!(await hasRoom(context, 'fields', countCustomFields))) return false;
  await insertCustomField(tx, accountId, identifier);
  return true;
}

/**
 * Updates a subscriber's lead score: base score plus earned points, if the account scores leads. Throws a `range_error`
 * for the attribute that changes it if the sum is not a safe integer.
 */
// Unspecified: U-31
export async function score(context: Context, { data }: SubscriberRow, attribute: string): Promise<void> {
  const { scoring } = await accountFeatures(context);
  if (scoring && data.prospect) data.lead_score = sumOf(data.base_lead_score, data.lead_points, attribute);
  else delete data.lead_score;
}

const sumOf = (value: number, more = 0, attribute: string) => safely(BigInt(value) + BigInt(more), attribute);

/** Adds the points that the account gives for an action, and returns them. */
export async function earnPoints(context: Context, { data }: SubscriberRow, action: string): Promise<number> {
  const { points: byAction = {} } = (await accountFeatures(context)).scoring ?? {};
  const points = Object.hasOwn(byAction, action) ? (byAction[action] ?? 0) : 0; // an action may be called `constructor`
  if (points !== 0) data.lead_points = sumOf(points, data.lead_points, 'action');
  return points;
}

/** Emits `became_lead` if the score has passed the account's threshold with this change. */
export async function emitLeadship(
  context: Context,
  before: number | undefined,
  { id, data: { lead_score } }: SubscriberRow,
): Promise<void> {
  if (lead_score === undefined || lead_score === before) return;
  const { scoring } = await accountFeatures(context);
  if (!scoring || lead_score <= scoring.threshold) return;
  if (before !== undefined && before > scoring.threshold) return;
  await emit(context, id, 'subscriber.became_lead', { lead_score });
}
