import { readJsonFile } from '../files/read-file.ts';
import { isObject, shownJson } from '../parse-json.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { OperationName } from './scenario.ts';

export const CLASSES = {
  status: 'the status of a response',
  header: 'a header that is missing, new or has another value',
  missing: 'a member or an element that only the service sends',
  new: 'a member or an element that only the sandbox sends',
  type: 'another JSON type',
  'null or absent': 'null at one server, absent at the other',
  enum: 'another of the known values',
  value: 'another value',
  reference: 'an id or a URL of another record',
  order: 'another order of a list or of times',
  'time format': 'another format of a time',
} as const;

export type DifferenceClass = keyof typeof CLASSES;

export interface Found {
  readonly class: DifferenceClass;
  /** `subscribers[].tags`, `header location`, `status of tags.apply`. */
  readonly place: string;
  /** The values that each server sent, without data of the account. */
  readonly service: string;
  readonly sandbox: string;
}

export interface Difference extends Found {
  readonly scenario: string;
  /** From 0. */
  readonly step: number;
  readonly call: OperationName;
}

/** A difference, with the first values. */
export interface Entry extends Found {
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

export interface Accepted {
  readonly class: string;
  readonly place: string;
  readonly reason: string;
  /** Only in these scenarios. Default: in all. */
  readonly scenarios?: readonly string[];
}

export interface Sorted {
  readonly differences: readonly Entry[];
  readonly accepted: readonly (Entry & { readonly reason: string })[];
  /** Accepted differences that no longer occur, although their scenarios ran. */
  readonly stale: readonly Accepted[];
}

/**
 * Reads accepted differences: `{ "accepted": [{ "class": …, "place": …, "reason": … }] }`.
 *
 * @throws {@link UsageError} if the file has another form.
 */
export async function readAccepted(path: string): Promise<readonly Accepted[]> {
  const content = await readJsonFile(path);
  if (!isObject(content) || !Array.isArray(content.accepted)) {
    throw new UsageError(`${path} must be JSON with a list \`accepted\`.`);
  }
  return content.accepted.map((entry: unknown, i) => {
    if (isAccepted(entry)) return entry;
    const classes = Object.keys(CLASSES).join(', ');
    throw new UsageError(
      `${path}: accepted[${i}] must have a class (${classes}), a place and a reason, and may have a list of scenarios.`,
    );
  });
}

const isAccepted = (entry: unknown): entry is Accepted =>
  isObject(entry) &&
  Object.hasOwn(CLASSES, shownJson(entry.class)) &&
  [entry.place, entry.reason].every((text) => typeof text === 'string' && text.trim() !== '') &&
  (entry.scenarios === undefined || Array.isArray(entry.scenarios));

/** Separates accepted differences. `ran`: the scenarios that were compared. */
export function sortEntries(
  entries: readonly Entry[],
  accepted: readonly Accepted[],
  ran: readonly string[],
): Sorted {
  const used = new Set<Accepted>();
  const sorted = entries.map((entry) => {
    const match = accepted.find((candidate) => covers(candidate, entry));
    if (match) used.add(match);
    return { entry, match };
  });
  return {
    differences: sorted.flatMap(({ entry, match }) => (match ? [] : [entry])),
    accepted: sorted.flatMap(({ entry, match }) => (match ? [{ ...entry, reason: match.reason }] : [])),
    stale: accepted.filter(
      (candidate) => !used.has(candidate) && (candidate.scenarios ?? ran).some((id) => ran.includes(id)),
    ),
  };
}

const covers = ({ class: kind, place, scenarios }: Accepted, entry: Entry): boolean =>
  kind === entry.class &&
  place === entry.place &&
  (scenarios === undefined || entry.scenarios.every((id) => scenarios.includes(id)));
