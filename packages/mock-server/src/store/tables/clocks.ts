import { raiseRevision } from '../engine/server-revision.ts';
import { changeRows, insertRow, type Transaction } from '../engine/store.ts';

/** The stored state of a clock. */
export interface ClockRow {
  /** The account that the clock belongs to; empty for the shared clock. */
  readonly id: string;
  readonly state: ClockState;
}

export async function putClock(tx: Transaction, id: string, state: ClockState): Promise<void> {
  await insertRow(
    tx,
    { table: 'clocks', accountId: id },
    `insert into clocks (account_id, anchor, base, speed, resume_speed) values (?, ?, ?, ?, ?)
     on conflict (account_id) do update set anchor = excluded.anchor, base = excluded.base,
       speed = excluded.speed, resume_speed = excluded.resume_speed`,
    id,
    state.anchor,
    state.base,
    state.speed,
    state.resumeSpeed,
  );
  await raiseRevision(tx);
}

export async function deleteClock(tx: Transaction, id: string): Promise<void> {
  await changeRows(tx, { table: 'clocks', accountId: id }, 'delete from clocks where account_id = ?', id);
  await raiseRevision(tx);
}

export async function listClocks(tx: Transaction): Promise<ClockRow[]> {
  const rows = await tx.all<{
    account_id: string;
    anchor: number;
    base: number;
    speed: number;
    resume_speed: number;
  }>('select account_id, anchor, base, speed, resume_speed from clocks');
  return rows.map((row) => ({
    id: row.account_id,
    state: {
      anchor: Number(row.anchor),
      base: Number(row.base),
      speed: Number(row.speed),
      resumeSpeed: Number(row.resume_speed),
    },
  }));
}

/** A clock's relation to its base clock. */
export interface ClockState {
  /** A time on this clock, in milliseconds since 1970. */
  readonly anchor: number;
  /** The base clock's time at that moment. */
  readonly base: number;
  readonly speed: number;
  /** The speed to resume at after a freeze. */
  readonly resumeSpeed: number;
}
