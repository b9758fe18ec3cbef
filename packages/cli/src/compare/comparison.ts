import { Bijection } from './bijection.ts';
import { ValueComparison } from './compare-values.ts';
import {
  type Accepted,
  type Difference,
  type DifferenceClass,
  entriesOf,
  type Found,
  type Sorted,
  sortEntries,
  type UnstablePlace,
  withoutUnstable,
} from './difference.ts';
import { bodyTypeOf, type Exchange, endpointOf, HEADERS, type Run } from './exchange.ts';
import { shownValue } from './leaf.ts';
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
export interface Undecided extends Incomplete {
  /** From 0. */
  readonly step: number;
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
  readonly #result = {
    scenarios: [] as string[],
    unstable: [] as UnstablePlace[],
    incomplete: [] as Incomplete[],
    undecided: [] as Undecided[],
  };
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
    const { scenarios, unstable, incomplete, undecided } = this.#result;
    scenarios.push(scenario.id);
    const isSilent = ({ undecided }: Run) => undecided?.step === 0 && undecided.status === 0;
    this.#silent = [...service.runs, ...sandbox.runs].some(isSilent) ? this.#silent + 1 : 0;
    undecided.push(...undecidedIn(service.runs, 'service'), ...undecidedIn(sandbox.runs, 'sandbox'));
    const places = [...this.unstablePlacesOf(service), ...this.unstablePlacesOf(sandbox)];
    unstable.push(...places);
    this.#differences.push(...withoutUnstable(compareRuns(first, second, this.#vocabulary), places));
    const length = Math.min(first.exchanges.length, second.exchanges.length);
    // A refusal says little about an operation.
    for (const { call, status } of first.exchanges) {
      if (status === endpointOf(call).status) this.#operations.add(call);
    }
    const stopped = first.stopped ?? second.stopped;
    if (stopped === undefined) return;
    const reason = `after ${length} of ${scenario.steps.length} steps, since a response had no ${stopped}`;
    incomplete.push({ scenario: scenario.id, reason });
  }

  result(accepted: readonly Accepted[] = []): Comparison {
    return {
      ...sortEntries(entriesOf(this.#differences), accepted, this.#result.scenarios),
      ...this.#result,
      operations: [...this.#operations].sort(),
    };
  }
}

export function compareRuns(service: Run, sandbox: Run, vocabulary: Vocabulary): Difference[] {
  const bijection = new Bijection();
  return service.exchanges.flatMap((exchange, step) => {
    const other = sandbox.exchanges[step];
    if (!other) return [];
    const about = { scenario: service.scenario, step, call: exchange.call };
    return compareExchanges(exchange, other, bijection, vocabulary).map((found) => ({ ...found, ...about }));
  });
}

function compareExchanges(
  service: Exchange,
  sandbox: Exchange,
  bijection: Bijection,
  vocabulary: Vocabulary,
): Found[] {
  if (service.status !== sandbox.status) {
    const place = `status of ${service.call}`;
    return [{ class: 'status', place, service: String(service.status), sandbox: String(sandbox.status) }];
  }
  const { response, status } = endpointOf(service.call);
  const bodies = new ValueComparison(bijection, vocabulary, response.sorted ? response.name : '');
  bodies.compare({ service: service.body, sandbox: sandbox.body, type: bodyTypeOf(service), place: '' });
  bodies.compareUnknown();
  const isError = service.status !== status;
  const inBody = bodies.differences.map((found) => ({
    ...found,
    place: isError
      ? `${service.status} of ${service.call}: ${found.place || 'body'}`
      : found.place || `body of ${service.call}`,
  }));
  // After the bodies, whose ids tell which records match.
  return [
    ...inBody,
    ...HEADERS.flatMap((name) =>
      compareHeader(name, service, sandbox, new ValueComparison(bijection, vocabulary)),
    ),
  ];
}

function compareHeader(
  name: (typeof HEADERS)[number],
  service: Exchange,
  sandbox: Exchange,
  urls: ValueComparison,
): Found[] {
  const [first, second] = [service, sandbox].map(({ headers }) => headers[name]);
  if (first === undefined && second === undefined) return [];
  const found = (kind: DifferenceClass): Found => ({
    ...{ class: kind, place: `header ${name}` },
    service: shownValue(first, undefined, urls.vocabulary),
    sandbox: shownValue(second, undefined, urls.vocabulary),
  });
  if (first === undefined || second === undefined) return [found('header')];
  if (name !== 'location') {
    return normalHeader[name](first, service) === normalHeader[name](second, sandbox)
      ? []
      : [found('header')];
  }
  urls.compareLinks({ service: first, sandbox: second, type: undefined, place: '' }, first, second);
  return urls.differences.map(({ class: kind }) => found(kind === 'reference' ? kind : 'header'));
}

/** The relevant part of each header. */
const normalHeader = {
  'content-type': (text: string, { body }: Exchange) => {
    const [type = '', ...parameters] = text.toLowerCase().replaceAll(' ', '').split(';');
    // An empty object may have either type, and JSON is always UTF-8.
    if (JSON.stringify(body) === '{}') return 'json';
    return type.endsWith('json') ? type : [type, ...parameters].join(';');
  },
  'x-ratelimit-limit': (text: string) => text,
  'x-ratelimit-remaining': (text: string) => /^\d+$/.test(text),
  'www-authenticate': (text: string) => text.split(' ')[0]?.toLowerCase(),
};
