import type { Accepted, Sorted } from './accepted.ts';
import { sortEntries } from './accepted.ts';
import { compareRuns } from './compare-runs.ts';
import type { Difference } from './difference.ts';
import { entriesOf, type UnstablePlace, withoutUnstable } from './entries.ts';
import { endpointOf, type Run } from './exchange.ts';
import type { OperationName, Scenario } from './scenario.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface Runs {
  readonly runs: readonly Run[];
  /** Places that are unstable according to the recording. */
  readonly unstable?: readonly UnstablePlace[];
}

/** A scenario that could not be completed on one of the servers. */
export interface Incomplete {
  readonly scenario: string;
  readonly reason: string;
}

/** A step that one of the servers did not answer, or answered with a server error. */
export interface Undecided {
  readonly scenario: string;
  /** From 0. */
  readonly step: number;
  readonly reason: string;
}

export function undecidedIn(runs: readonly Run[], server: string): Undecided[] {
  const found = runs.flatMap(({ scenario, undecided }) => {
    if (!undecided) return [];
    const { step, call, status } = undecided;
    const reason = status === 0 ? `did not answer ${call}` : `answered ${call} with ${status}`;
    return [{ scenario, step, reason: `the ${server} ${reason}` }];
  });
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

export interface Comparison extends Sorted {
  readonly scenarios: readonly string[];
  /** The operations with a successful response. */
  readonly operations: readonly OperationName[];
  readonly unstable: readonly UnstablePlace[];
  readonly incomplete: readonly Incomplete[];
  readonly undecided: readonly Undecided[];
}

/** The number of consecutive scenarios without a response after which the run ends. Each can take minutes. */
const MAX_SILENT = 3;

export class Collector {
  readonly #vocabulary: Vocabulary;
  readonly #differences: Difference[] = [];
  readonly #unstable: UnstablePlace[] = [];
  readonly #incomplete: Incomplete[] = [];
  readonly #undecided: Undecided[] = [];
  readonly #scenarios: string[] = [];
  readonly #operations = new Set<OperationName>();
  /** The number of consecutive scenarios whose first step got no response. */
  #silent = 0;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  unstablePlacesOf({ runs: [first, ...others], unstable = [] }: Runs): readonly UnstablePlace[] {
    if (!first) return unstable;
    const differences = others.flatMap((other) => compareRuns(first, other, this.#vocabulary));
    return [...unstable, ...differences.map(({ scenario, step, place }) => ({ scenario, step, place }))];
  }

  get isAnswered(): boolean {
    return this.#silent < MAX_SILENT;
  }

  add(scenario: Scenario, service: Runs, sandbox: Runs): void {
    const [first, second] = [service.runs[0], sandbox.runs[0]];
    if (!first || !second) return;
    this.#scenarios.push(scenario.id);
    const isSilent = ({ undecided }: Run) => undecided?.step === 0 && undecided.status === 0;
    this.#silent = [...service.runs, ...sandbox.runs].some(isSilent) ? this.#silent + 1 : 0;
    this.#undecided.push(...undecidedIn(service.runs, 'service'), ...undecidedIn(sandbox.runs, 'sandbox'));
    const unstable = [...this.unstablePlacesOf(service), ...this.unstablePlacesOf(sandbox)];
    this.#unstable.push(...unstable);
    this.#differences.push(...withoutUnstable(compareRuns(first, second, this.#vocabulary), unstable));
    const length = Math.min(first.exchanges.length, second.exchanges.length);
    // A refusal says little about an operation.
    for (const { call, status } of first.exchanges) {
      if (status === endpointOf(call).status) this.#operations.add(call);
    }
    const stopped = first.stopped ?? second.stopped;
    if (stopped === undefined) return;
    const reason = `after ${length} of ${scenario.steps.length} steps, since a response had no ${stopped}`;
    this.#incomplete.push({ scenario: scenario.id, reason });
  }

  result(accepted: readonly Accepted[] = []): Comparison {
    return {
      ...sortEntries(entriesOf(this.#differences), accepted, this.#scenarios),
      scenarios: this.#scenarios,
      operations: [...this.#operations].sort(),
      unstable: this.#unstable,
      incomplete: this.#incomplete,
      undecided: this.#undecided,
    };
  }
}
