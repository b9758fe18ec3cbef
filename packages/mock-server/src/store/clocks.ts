import type { Transaction } from './store.ts';

/** How a clock went when it was last moved. */
export interface ClockRow {
  /** The account whose own clock it is; empty for the clock of all others. */
  readonly id: string;
  readonly state: ClockState;
}

export async function putClock(tx: Transaction, id: string, state: ClockState): Promise<void> {
  await tx.run(
    `insert into clocks (account_id, anchor, base, speed, resume_speed) values (?, ?, ?, ?, ?)
     on conflict (account_id) do update set anchor = excluded.anchor, base = excluded.base,
       speed = excluded.speed, resume_speed = excluded.resume_speed`,
    id,
    state.anchor,
    state.base,
    state.speed,
    state.resumeSpeed,
  );
}

export async function deleteClock(tx: Transaction, id: string): Promise<void> {
  await tx.run('delete from clocks where account_id = ?', id);
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

/** How a clock stands to the one beneath it. */
export interface ClockState {
  /** The time that this clock showed, in milliseconds since 1970… */
  readonly anchor: number;
  /** …when the clock beneath it showed this. */
  readonly base: number;
  readonly speed: number;
  /** The speed to go on with after it stood still. */
  readonly resumeSpeed: number;
}
