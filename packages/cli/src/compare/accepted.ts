import { readJsonFile } from '../files/read-json.ts';
import { isObject } from '../parse-json.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { CLASSES } from './difference.ts';
import type { Entry } from './entries.ts';

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
  Object.hasOwn(CLASSES, String(entry.class)) &&
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
