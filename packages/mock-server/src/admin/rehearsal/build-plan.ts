import { advanceClock } from '../../jobs/advance-clock.ts';
import { readRows } from '../../store/engine/rows.ts';
import type { Rows } from '../../store/engine/store.ts';
import { outbox } from '../../store/tables/outbox.ts';
import { webhookDeliveries } from '../../store/tables/webhook-deliveries.ts';
import { restoreCopy, rowsOf } from '../checkpoints/copy.ts';
import { compareStates } from '../checkpoints/difference.ts';
import type { NewCheckpoint } from '../runtime.ts';
import type { Scope } from '../scope.ts';
import { outlookOf } from './outlook.ts';
import type { NewNames, Plan } from './plan.ts';
import { MAX_NAMES, newNames, nounPlans } from './records.ts';
import type { Tally } from './tally.ts';

const DAY = 86_400_000;

/** The tables of which an account keeps only the newest rows, and what a plan counts by them. */
const PRUNED = [
  ['webhook_deliveries', webhookDeliveries, 'webhooks'],
  ['outbox', outbox, 'confirmations, notifications and tests among the emails'],
] as const;

/** An account as it is at the start or the end of a rehearsal. */
export interface Recording {
  readonly copy: NewCheckpoint;
  readonly names: NewNames;
  /** The time on the account's clock, in milliseconds since 1970. */
  readonly at: number;
}

interface Ended {
  readonly accountId: string;
  readonly before: Recording;
  readonly after: Recording;
  readonly tally: Tally;
  readonly days: number;
}

/** Plans what follows from a rehearsal. The days ahead pass on copies of the account, with the program and without it. */
export async function buildPlan(
  scope: Scope,
  { accountId, before, after, tally, days }: Ended,
): Promise<Plan> {
  const until = after.at + days * DAY;
  const [oldRows, newRows] = [await rowsOf(before.copy.copy), await rowsOf(after.copy.copy)];
  const withProgram = await lookAhead(scope, accountId, after, until);
  const withoutProgram = await lookAhead(scope, accountId, before, until);
  const since = { id: '', at: before.copy.at, accountId };
  const names = newNames(before.names, after.names);
  return {
    format: 'trickle-plan',
    version: 1,
    days,
    records: nounPlans(await compareStates(since, withoutTimeline(oldRows), withoutTimeline(newRows))),
    names,
    ...outlookOf({ before: oldRows, withProgram, withoutProgram }),
    requests: tally.requests(),
    limits: tally.limits(),
    wait: tally.wait(),
    notes: notesOn(withProgram, names),
  };
}

/** The rows of an account at a later time, which passes on a copy. */
async function lookAhead(
  scope: Scope,
  accountId: string,
  { copy: state }: Recording,
  until: number,
): Promise<Rows> {
  const copy = await scope.openCopy();
  try {
    await restoreCopy(copy.store, state.copy, state.accountId);
    await copy.faultRules.restore(state.faults, accountId);
    await copy.resume(state.clocks, undefined);
    const now = copy.allServices.clockOf(accountId).now();
    await advanceClock(copy.allServices, copy.jobs, Math.max(0, until - now), accountId);
    return await copy.store.readApart((tx) => readRows(tx, accountId));
  } finally {
    await copy.close();
  }
}

/** The rows without the events that the service records by itself, such as orders, which are records of their own. */
const withoutTimeline = (rows: Rows): Rows => ({
  ...rows,
  events: (rows.events ?? []).filter(({ kind }) => kind === 'custom'),
});

function notesOn(rows: Rows, names: NewNames): string[] {
  const full = PRUNED.filter(([name, { kept }]) => (rows[name]?.length ?? 0) >= Number(kept));
  const long = Object.entries(names).filter(([, list]) => list.length === MAX_NAMES);
  return [
    ...full.map(([, { kept }, what]) => `${what}: only the newest ${kept} are counted`),
    ...long.map(([kind]) => `new ${kind}: at most ${MAX_NAMES} are listed`),
  ];
}
