import { number, text } from '../engine/column.ts';
import { raiseRevision } from '../engine/server-revision.ts';
import { NO_ACCOUNT, type Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';

const clocks = table(
  'clocks',
  {
    /** The account that the clock belongs to; empty for the shared clock. */
    id: text().named('account_id'),
    /** A time on this clock, in milliseconds since 1970. */
    anchor: number(),
    /** The time of the clock that it depends on, at that moment. */
    base: number(),
    speed: number(),
    /** The speed to resume at after a freeze. */
    resumeSpeed: number(),
  },
  { isShared: true, order: ['id'] },
);

/** The state of a clock, relative to its parent clock. */
export interface ClockState extends Omit<RowOf<typeof clocks>, 'id'> {}

export interface ClockRow {
  /** The account that the clock belongs to; empty for the shared clock. */
  readonly id: string;
  readonly state: ClockState;
}

/** Returns the new revision of the database. */
export async function putClock(tx: Transaction, id: string, state: ClockState): Promise<number> {
  await clocks.put(tx, id, { ...state, id });
  return raiseRevision(tx);
}

export async function deleteClock(tx: Transaction, id: string): Promise<void> {
  await clocks.remove(tx, id, { id });
  await raiseRevision(tx);
}

export const listClocks = async (tx: Transaction): Promise<ClockRow[]> =>
  (await clocks.list(tx, NO_ACCOUNT)).map(({ id, ...state }) => ({ id, state }));
