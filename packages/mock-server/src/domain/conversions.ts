import { CONVERSION_VALUE_LIMIT } from '@trickle/sdk/contract';
import { adoptConversions, type Converter, hasConverted, insertConversion } from '../store/conversions.ts';
import { listRecords } from '../store/records.ts';
import type { Context } from './context.ts';

/** A custom event that may be what a conversion (goal) stands for. */
interface Deed extends Converter {
  readonly action: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly occurredAt: string;
}

/** Records a conversion for each active goal that an event is named like. */
export async function convert(context: Context, { action, properties, occurredAt, ...converter }: Deed) {
  const { world, tx, accountId } = context;
  const goals = await activeGoals(context);
  for (const { id: goalId, data } of goals.filter(({ name }) => name === action)) {
    const isOnce = data.counting_method === 'one_per_visitor';
    if (isOnce && (await hasConverted(tx, accountId, goalId, converter))) continue;
    const value = centsIn(properties.value) ?? data.default_value;
    await insertConversion(tx, accountId, { id: world.ids.hex(), goalId, ...converter, value, occurredAt });
  }
}

/** Gives what a visitor did to the person who they turned out to be; what counts once counts once. */
// Unspecified: U-64
export async function inheritConversions(context: Context, uuid: string, subscriberId: string) {
  const goals = await activeGoals(context);
  const onceOnly = goals.filter(({ data }) => data.counting_method === 'one_per_visitor').map(({ id }) => id);
  await adoptConversions(context.tx, context.accountId, uuid, subscriberId, onceOnly);
}

async function activeGoals({ tx, accountId }: Context) {
  return (await listRecords(tx, accountId, 'goals', { status: 'active' })).rows;
}

/** Whole cents, as a number or its digits; anything else is no value of a conversion. */
// Unspecified: U-64
function centsIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== 'string' || !/^\d{1,10}$/.test(value)) return undefined;
  return Number(value) < CONVERSION_VALUE_LIMIT ? Number(value) : undefined;
}
