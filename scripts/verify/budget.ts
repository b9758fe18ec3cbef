import { readFileSync, writeFileSync } from 'node:fs';

/** The processor time that each step may take, in seconds on the machine of `scripts/setup/slowness.ts`. */
export type Budgets = Readonly<Record<string, number>>;

/** Which steps run: those of `npm test`, or those of CI. They take different times. */
export type Mode = 'usual' | 'all';

const file = new URL('./budgets.json', import.meta.url);

/** The share by which a step may exceed its budget: two runs of the same code differ. */
const TOLERANCE = 1.2;

export interface Spent {
  /** Processor time, in seconds. */
  readonly seconds: number;
  /** The slowness of the machine meanwhile: measured several times, because it is slower while it is busy. */
  readonly slowness: readonly number[];
}

export const readBudgets = (): Record<Mode, Budgets> => JSON.parse(readFileSync(file, 'utf8'));

export const averageOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** The time of a step on the machine of the budgets, in seconds. */
const usualSeconds = ({ seconds, slowness }: Spent): number => seconds / averageOf(slowness);

/** Says by how much a step exceeds its budget; undefined if it does not. */
export function excessOf(title: string, spent: Spent, budget: number | undefined): string | undefined {
  if (budget === undefined) return `${title} has no budget in scripts/verify/budgets.json`;
  const usual = usualSeconds(spent);
  if (usual <= budget * TOLERANCE) return undefined;
  return (
    `${title} took ${usual.toFixed(0)} s of processor time (on this machine, now, ${spent.seconds.toFixed(0)} s), and its ` +
    `budget is ${budget} s: make its tests cheaper, or raise the budget in scripts/verify/budgets.json and say why`
  );
}

export function recordBudget(mode: Mode, title: string, spent: Spent): void {
  const budgets = readBudgets();
  const changed = { ...budgets, [mode]: { ...budgets[mode], [title]: Math.ceil(usualSeconds(spent)) } };
  writeFileSync(file, `${JSON.stringify(changed, null, 2)}\n`);
}
