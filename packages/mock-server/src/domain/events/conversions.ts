import { CONVERSION_VALUE_LIMIT } from '@trickle/sdk/contract';
import { adoptConversions, type ConvertedBy, conversions } from '../../store/tables/conversions.ts';
import { listRecords, type RecordRow } from '../../store/tables/records.ts';
import type { Context } from '../context/context.ts';
import { isPage } from '../workflow-triggers/match.ts';

interface GoalEvent extends GoalVisit {
  readonly action: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The subscriber or visitor that reached a goal, and when. */
interface GoalVisit extends ConvertedBy {
  readonly occurredAt: string;
}

export async function convert(context: Context, { action, properties, ...goalEvent }: GoalEvent) {
  const goals = (await activeGoals(context)).filter(({ name }) => name === action);
  await reach(context, goals, goalEvent, centsIn(properties.value));
}

/** Records a conversion for each active goal whose URL matches a page. */
// Unspecified: U-72
export async function convertByPage(context: Context, url: string, goalEvent: GoalVisit) {
  const goals = (await activeGoals(context)).filter(({ data }) => data.url && isPage(data.url, url));
  await reach(context, goals, goalEvent, undefined);
}

async function reach(
  context: Context,
  goals: readonly RecordRow<'goals'>[],
  { occurredAt, subscriberId, visitorUuid }: GoalVisit,
  value: number | undefined,
) {
  const { services, tx, accountId, place } = context;
  const converter = { subscriberId, visitorUuid };
  const by = subscriberId === null ? { visitorUuid: visitorUuid ?? undefined } : { subscriberId };
  for (const { id: goalId, data } of goals) {
    const isOnce = data.counting_method === 'one_per_visitor';
    if (isOnce && (await conversions.has(tx, accountId, { goalId, ...by }))) continue;
    const conversion = { id: services.ids.hex(), goalId, ...converter, occurredAt };
    await conversions.insert(tx, accountId, {
      ...conversion,
      value: value ?? data.default_value,
      ...place,
    });
  }
}

/** Reassigns a visitor's conversions to a subscriber. A goal that counts once per visitor still counts once. */
// Unspecified: U-64
export async function inheritConversions(context: Context, uuid: string, subscriberId: string) {
  const goals = await activeGoals(context);
  const onceOnly = goals.filter(({ data }) => data.counting_method === 'one_per_visitor').map(({ id }) => id);
  const adoption = { visitorUuid: uuid, subscriberId, onceOnly };
  await adoptConversions(context.tx, context.accountId, adoption);
}

const activeGoals = ({ tx, accountId }: Context): Promise<readonly RecordRow<'goals'>[]> =>
  tx.cached(`active goals ${accountId}`, ['goals'], async () => {
    const { rows } = await listRecords(tx, accountId, 'goals', { status: 'active' });
    return rows;
  });

/** Reads whole cents from a number or a string of digits. Undefined for anything else. */
// Unspecified: U-64
function centsIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== 'string' || !/^\d{1,10}$/.test(value)) return undefined;
  return Number(value) < CONVERSION_VALUE_LIMIT ? Number(value) : undefined;
}
