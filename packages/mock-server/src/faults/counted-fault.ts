import { matches } from '../observe/request-log/match.ts';
import { pathPattern } from '../observe/request-log/path-pattern.ts';
import { recordsIn } from '../observe/request-log/recorded-request.ts';
import { drawAt } from '../shared/platform/random.ts';
import type { Fault, FaultInput, FaultPlace, FaultTarget } from './rule.ts';

/** A fault without its counts. */
export type Definition = FaultInput & { readonly id: string; readonly on: FaultPlace };

/** The number of matches of a fault, and the number of times that it took effect. */
export interface Counts {
  readonly seen: number;
  readonly fired: number;
}

/** Whether a fault's selectors match. */
export function appliesTo(fault: Definition, target: FaultTarget): boolean {
  const isSame = (name: 'account' | 'operation' | 'method' | 'webhook' | 'event') =>
    fault[name] === undefined || fault[name] === target[name];
  return (
    isSame('account') &&
    isSame('operation') &&
    isSame('method') &&
    isSame('webhook') &&
    isSame('event') &&
    (fault.email === undefined || fault.email.toLowerCase() === target.email?.toLowerCase()) &&
    (fault.path === undefined || pathPattern(fault.path).test(target.path ?? '')) &&
    (fault.body === undefined || recordsIn(target.body).some((record) => matches(fault.body, record)))
  );
}

/** Whether a fault has taken effect as often as it may. Its matches are no longer counted. */
export const isUsedUp = ({ times = Number.POSITIVE_INFINITY }: Definition, { fired }: Counts): boolean =>
  fired >= times;

/** The counts after one more match of a fault that is not used up. `fired` grows if the fault takes effect. */
export function countMatch(fault: Definition, { seen, fired }: Counts): Counts {
  const { after = 0, probability = 1, seed = 1 } = fault;
  const isHit = seen >= after && (probability >= 1 || drawAt(seed, seen - after) < probability);
  return { seen: seen + 1, fired: isHit ? fired + 1 : fired };
}

/** The fault that would take effect on the next piece of work, without counting a match. */
export const nextHit = (
  faults: readonly Fault[],
  place: FaultPlace,
  target: FaultTarget,
): Fault | undefined =>
  faults.find((rule) => {
    const { fault, ...counts } = countsOf(rule);
    if (rule.on !== place || !appliesTo(fault, target) || isUsedUp(fault, counts)) return false;
    return countMatch(fault, counts).fired > counts.fired;
  });

/** Separates a fault from its counts. */
export function countsOf({ seen, fired, ...fault }: Fault): { readonly fault: Definition } & Counts {
  return { fault, seen, fired };
}
