import type { Rows, Transaction } from '../../store/engine/store.ts';
import { outbox } from '../../store/tables/outbox.ts';
import { webhookDeliveries } from '../../store/tables/webhook-deliveries.ts';
import type { CopiedState } from '../checkpoints/checkpoint.ts';
import { rowsOf } from '../checkpoints/copy.ts';
import { compareStates } from '../checkpoints/difference.ts';
import type { Scope } from '../scope.ts';
import { lookAhead } from './look-ahead.ts';
import { outlookOf, readFuture } from './outlook.ts';
import type { NewNames, Plan } from './plan.ts';
import { MAX_NAMES, newNames, nounPlans } from './records.ts';
import type { Tally } from './tally.ts';

const DAY = 86_400_000;

/** The tables of which an account keeps only the newest rows, and what a plan counts by them. */
const PRUNED = [
  [webhookDeliveries, 'webhooks'],
  [outbox, 'confirmations, notifications and tests among the emails'],
] as const;

/** An account as it is at the start or the end of a rehearsal. */
export interface Recording {
  readonly copy: CopiedState;
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
  const read = async (tx: Transaction) => ({
    future: await readFuture(tx, accountId, oldRows),
    full: await fullTables(tx, accountId),
  });
  const passed = ({ copy: state }: Recording) => lookAhead(scope, accountId, { state, until }, read);
  const [withProgram, withoutProgram] = [await passed(after), await passed(before)];
  const since = { id: '', at: before.copy.at, accountId };
  const names = newNames(before.names, after.names);
  return {
    format: 'trickle-plan',
    version: 1,
    days,
    records: nounPlans(await compareStates(since, withoutTimeline(oldRows), withoutTimeline(newRows))),
    names,
    ...outlookOf(withProgram.future, withoutProgram.future),
    requests: tally.requests(),
    limits: tally.limits(),
    wait: tally.wait(),
    notes: [...withProgram.full, ...notesOn(names)],
  };
}

/** The rows without the events that the service records by itself, such as orders, which are records of their own. */
const withoutTimeline = (rows: Rows): Rows => ({
  ...rows,
  events: (rows.events ?? []).filter(({ kind }) => kind === 'custom'),
});

/** The notes on the tables that have as many rows as an account keeps. */
async function fullTables(tx: Transaction, accountId: string): Promise<string[]> {
  const notes: string[] = [];
  for (const [table, what] of PRUNED) {
    const isFull = (await table.count(tx, accountId)) >= Number(table.kept);
    if (isFull) notes.push(`${what}: only the newest ${table.kept} are counted`);
  }
  return notes;
}

const notesOn = (names: NewNames): string[] =>
  Object.entries(names)
    .filter(([, list]) => list.length === MAX_NAMES)
    .map(([kind]) => `new ${kind}: at most ${MAX_NAMES} are listed`);
