import { isObject } from '../parse-json.ts';
import type { Json, Source } from './parts.ts';
import { countOf } from './read-list.ts';

/** The number of subscribers by name or id of a tag, status or campaign. */
type Counts = Readonly<Record<string, number>>;

/** The subscriber counts of an account. No subscriber is read. */
export interface Shares {
  readonly total: number;
  readonly statuses: Counts;
  readonly tags: Counts;
  readonly campaigns: Counts;
}

/** A page far beyond the last one: its response has `meta.total_count`, but no subscribers. */
const BEYOND = { per_page: 1000, page: 1_000_000 };

/** Counts subscribers, with one request for each status, tag and campaign. */
export async function readShares(
  { client, answers, options }: Source,
  { tags, campaigns }: Readonly<Record<'tags' | 'campaigns', readonly string[]>>,
  show: (what: string) => void,
): Promise<Shares> {
  const list = async (query: { readonly status?: 'all' | 'unsubscribed' | 'undeliverable'; tags?: string }) =>
    totalOf(
      await answers.bodyOf(() => client.subscribers.list({ status: 'all', ...query, ...BEYOND }, options)),
    );
  // The interface separates tags by commas, so a tag with a comma cannot be counted.
  const withTag = async (tag: string) => (tag.includes(',') ? 1 : await list({ tags: tag }));
  const inCampaign = async (id: string) =>
    totalOf(await answers.bodyOf(() => client.campaigns.listSubscribers(id, BEYOND, options)));
  const each = async <Name extends string>(
    names: readonly Name[],
    count: (name: Name) => Promise<number>,
  ) => {
    const counts: [string, number][] = [];
    for (const [i, name] of names.entries()) {
      show(`Counting subscribers: ${i + 1} of ${names.length}`);
      counts.push([name, await count(name)]);
    }
    return Object.fromEntries(counts);
  };
  return {
    total: await list({}),
    statuses: await each(['unsubscribed', 'undeliverable'] as const, (status) => list({ status })),
    tags: await each(tags, withTag),
    campaigns: await each(campaigns, inCampaign),
  };
}

function totalOf({ meta }: Json): number {
  const count = isObject(meta) ? countOf(meta.total_count) : undefined;
  if (count === undefined) {
    throw new Error('The service does not say how many subscribers there are. Pull with --subscribers 0.');
  }
  return count;
}
