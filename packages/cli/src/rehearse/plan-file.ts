import type { Plan } from '@trickle/mock-server';
import { jsonOf } from '../files/read-json.ts';
import { readTextIfExists } from '../files/read-text.ts';
import { isObject } from '../parse-json.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { factsOf } from './compare-plans.ts';

/** Reads a plan that `trickle rehearse --json` has printed. */
export async function readPlan(path: string): Promise<Plan> {
  const text = await readTextIfExists(path);
  if (text === undefined) {
    throw new UsageError(
      `${path} does not exist. To write it, run the same command with --json > ${path} in place of --expect ${path}.`,
    );
  }
  const plan = jsonOf(text, path);
  if (!isObject(plan) || plan.format !== 'trickle-plan') {
    throw new UsageError(`${path} is not a plan printed by trickle rehearse --json.`);
  }
  if (plan.version !== 1) {
    throw new UsageError(
      `${path} is a plan of version ${plan.version}, and this command reads version 1. Write it again.`,
    );
  }
  const checked = plan as unknown as Plan; // its members are read below
  try {
    factsOf(checked);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${path} is not a complete plan. Write it again with --json.`);
  }
  return checked;
}
