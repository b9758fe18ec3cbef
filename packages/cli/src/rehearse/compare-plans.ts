import type { Plan } from '@trickle/mock-server';
import { jsonOf, readTextIfExists } from '../files/read-file.ts';
import { isObject } from '../parse-json.ts';
import { UsageError } from '../terminal/exit-signal.ts';

/**
 * The relevant facts of a plan, each as a string and a number. Examples, times and emails that would be sent anyway are left
 * out, since they differ from run to run.
 */
export function factsOf(plan: Plan): ReadonlyMap<string, number> {
  const facts = new Map<string, number>();
  const add = (fact: string, count: number) => {
    if (count !== 0) facts.set(fact, (facts.get(fact) ?? 0) + count);
  };
  facts.set('exit code', plan.exit ?? 0);
  facts.set('days ahead', plan.days);
  for (const { noun, added, changed, deleted } of plan.records) {
    add(`${noun} added`, added);
    add(`${noun} changed`, changed);
    add(`${noun} deleted`, deleted);
  }
  const { tags, fields, actions } = plan.names;
  for (const name of tags) add(`new tag ${name}`, 1);
  for (const name of fields) add(`new custom field ${name}`, 1);
  for (const name of actions) add(`new event action ${name}`, 1);
  for (const { kind, name, count } of plan.entries)
    add(`subscribers who enter ${kind} ${JSON.stringify(name)}`, count);
  for (const { kind, name, subject, count, fewer } of plan.emails) {
    const email = `${kind} ${JSON.stringify(name)}: ${JSON.stringify(subject)}`;
    add(`emails of ${email}`, count);
    add(`emails that no longer go out of ${email}`, fewer);
  }
  for (const { event, receiver, count } of plan.webhooks) add(`webhooks ${event} to ${receiver}`, count);
  for (const { operation, count, refused, warnings } of plan.requests) {
    add(`requests ${operation}`, count);
    for (const refusal of refused) add(`requests ${operation} refused with ${refusal.status}`, refusal.count);
    for (const warning of warnings) add(`warnings of ${operation}: ${warning.text}`, warning.count);
  }
  return facts;
}

/** The differences between a plan and the expected one, one per line: `+` new, `-` gone, `~` another number. */
export function planDifference(expected: Plan, plan: Plan): string[] {
  const [before, now] = [factsOf(expected), factsOf(plan)];
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((fact) => {
    const [old, current] = [before.get(fact), now.get(fact)];
    if (old === current) return [];
    if (old === undefined) return [`+ ${fact}: ${current}`];
    return current === undefined ? [`- ${fact}: ${old}`] : [`~ ${fact}: ${old} → ${current}`];
  });
}

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
