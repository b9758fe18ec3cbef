import { appendFileSync } from 'node:fs';

/** The variable with the name of the file that `bench/bench.ts` reads results from. */
export const RESULTS = 'TRICKLE_BENCH_RESULTS';

/** A measured value of a contestant. */
export interface Value {
  readonly name: string;
  readonly value: number;
}

/** A line of the summary. Smaller values are better. */
export interface Result {
  /** The chart that shows it, such as `server`. */
  readonly chart: string;
  /** What was measured, such as `GET, 8 connections`. */
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  /** The cost of the bare work, such as a bare `fetch`, which nobody can beat. */
  readonly floor?: Value;
  readonly peers?: readonly Value[];
  readonly goal?: Goal;
}

export type Goal =
  | { readonly most: number }
  | { readonly timesFloor: number }
  | { readonly overFloor: number };

/** Adds a result to the summary of `npm run bench`. */
export function report(result: Result): void {
  const file = process.env[RESULTS];
  if (file) appendFileSync(file, `${JSON.stringify(result)}\n`);
}

export const bestPeer = ({ peers = [] }: Result): Value | undefined =>
  peers.reduce<Value | undefined>(
    (best, peer) => (best && best.value <= peer.value ? best : peer),
    undefined,
  );

/** The largest value that meets the goal, or undefined without a goal. */
export function limitOf({ goal, floor }: Result): number | undefined {
  if (!goal) return;
  if ('most' in goal) return goal.most;
  if (!floor) throw new Error('A goal relative to a floor needs the floor.');
  return 'timesFloor' in goal ? goal.timesFloor * floor.value : goal.overFloor + floor.value;
}

/** Whether the result meets its goal and no peer is better. Undefined if there is neither a goal nor a peer. */
export function isMet(result: Result): boolean | undefined {
  const bounds = [limitOf(result), bestPeer(result)?.value].filter((bound) => bound !== undefined);
  return bounds.length > 0 ? result.ours <= Math.min(...bounds) : undefined;
}
