import { compareIds } from '../record-form.ts';
import { rounded } from './pseudonyms.ts';
import type { Register } from './register.ts';
import type { Resolver } from './resolve.ts';

/** What is needed of a subscriber to choose. */
interface Form {
  readonly id: string;
  readonly tags?: readonly unknown[];
  readonly custom_fields?: object;
}

/** How many subscribers there are, in two digits: the content of `pull.json`. */
export interface SubscriberCounts {
  readonly read: number;
  readonly copied: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly tags: Readonly<Record<string, number>>;
  readonly fields: Readonly<Record<string, number>>;
}

/** The subscribers who are copied, by number, ordered by the ids in the copy. */
export interface Chosen {
  readonly numbers: readonly number[];
  readonly counts: SubscriberCounts;
}

/**
 * Chooses the subscribers who are copied: those with the smallest ranks, and the smallest ranks of each status, tag, field and
 * campaign. So the choice does not depend on the order of reading, and changes little from pull to pull.
 */
export async function chooseSubscribers(register: Register, resolver: Resolver): Promise<Chosen> {
  const { subscribers, atLeast, k } = register.workshop.options;
  const { ranks } = register;
  const limit = subscribers === 'all' ? ranks.length : subscribers;
  const chosen = new Set([...ranks.keys()].sort(by(ranks)).slice(0, limit));
  const best = new BestOfGroups(ranks, subscribers === 'all' ? 0 : atLeast);
  const ids: string[] = [];
  for (const number of ranks.keys()) {
    const { status, form } = await register.read(number);
    const { id, tags = [], custom_fields: fields = {} } = form as Form; // written by the register
    ids.push(id);
    best.add('statuses', String(status), number);
    for (const tag of tags) best.add('tags', resolver.tag(tag), number);
    for (const field of Object.keys(fields)) best.add('fields', field, number);
  }
  for (const { subscriber, campaign } of register.memberships) best.add('campaigns', campaign, subscriber);
  for (const number of best.numbers(k)) chosen.add(number);
  const numbers = [...chosen].sort((a, b) => compareIds(ids[a] ?? '', ids[b] ?? ''));
  const counts = { read: rounded(ranks.length), copied: numbers.length };
  return {
    numbers,
    counts: {
      ...counts,
      ...{
        statuses: best.counts('statuses', 1),
        tags: best.counts('tags', k),
        fields: best.counts('fields', 1),
      },
    },
  };
}

const by = (ranks: readonly string[]) => (a: number, b: number) =>
  (ranks[a] ?? '') < (ranks[b] ?? '') ? -1 : 1;

/** Finds the smallest ranks of each group, and counts all of its subscribers. */
class BestOfGroups {
  readonly #ranks: readonly string[];
  readonly #atLeast: number;
  readonly #groups = new Map<string, Map<string, { count: number; best: number[] }>>();

  constructor(ranks: readonly string[], atLeast: number) {
    this.#ranks = ranks;
    this.#atLeast = atLeast;
  }

  add(kind: string, name: string, number: number): void {
    const groups = this.#groups.get(kind) ?? new Map();
    this.#groups.set(kind, groups);
    const group = groups.get(name) ?? { count: 0, best: [] };
    groups.set(name, group);
    group.count += 1;
    if (this.#atLeast === 0) return;
    const last = group.best[this.#atLeast - 1];
    if (last !== undefined && by(this.#ranks)(last, number) < 0) return;
    group.best = [...group.best, number].sort(by(this.#ranks)).slice(0, this.#atLeast);
  }

  /** The subscribers with the smallest ranks; rare tags are no groups, since the copy does not have them. */
  *numbers(smallestTag: number): Generator<number> {
    for (const [kind, groups] of this.#groups) {
      for (const { count, best } of groups.values()) if (kind !== 'tags' || count >= smallestTag) yield* best;
    }
  }

  /** The number of subscribers of each group with enough of them, in two digits. */
  counts(kind: string, atLeast: number): Record<string, number> {
    const groups = [...(this.#groups.get(kind) ?? [])].filter(([, { count }]) => count >= atLeast);
    return Object.fromEntries(groups.map(([name, { count }]) => [name, rounded(count)] as const).sort());
  }
}
