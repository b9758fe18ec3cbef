import type { Difference, DifferenceClass } from './difference.ts';
import type { OperationName } from './scenario.ts';

export interface Entry {
  readonly class: DifferenceClass;
  readonly place: string;
  /** The first value that each server sent. */
  readonly service: string;
  readonly sandbox: string;
  readonly scenarios: readonly string[];
  readonly calls: readonly OperationName[];
}

export function entriesOf(differences: readonly Difference[]): Entry[] {
  const groups = Map.groupBy(differences, (difference) => `${difference.class} ${difference.place}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { class: kind, place, service, sandbox } = first;
    const scenarios = [...new Set(group.map(({ scenario }) => scenario))];
    const calls = [...new Set(group.map(({ call }) => call))];
    return [{ class: kind, place, service, sandbox, scenarios, calls }];
  });
}

/** A place in a response whose value varies at one server. */
export type UnstablePlace = Pick<Difference, 'scenario' | 'step' | 'place'>;

const keyOf = ({ scenario, step, place }: UnstablePlace) => `${scenario} ${step} ${place}`;

export function withoutUnstable(
  differences: readonly Difference[],
  unstable: readonly UnstablePlace[],
): Difference[] {
  const keys = new Set(unstable.map(keyOf));
  return differences.filter((difference) => !keys.has(keyOf(difference)));
}
