import { MAX_OBJECT_LENGTH } from '../../shared/values/lengths.ts';
import type { Transaction } from '../../store/engine/store.ts';
import type { Context, PageRoom } from '../context/context.ts';
import { invalidAttribute } from '../errors.ts';

/** The limit of tags and of custom fields per subscriber. */
const MAX_PER_SUBSCRIBER = 1000;

/** The maximum length of a subscriber's custom fields, names and values together, and of a subscriber's tags together. */
const MAX_LENGTH = { custom_fields: MAX_OBJECT_LENGTH, tags: 75_000 } as const;
type Attribute = keyof typeof MAX_LENGTH;

/** The number of custom fields, and of tags, up to which pages can add new ones to an account. */
const MAX_BY_PAGES = 10_000;

/** Whether an account has room for one more name. Only that for names of pages is limited. */
// Unspecified: U-133
export async function hasRoom(
  { tx, accountId, source, cache }: Context,
  kind: keyof PageRoom,
  count: (tx: Transaction, accountId: string, limit: number) => Promise<number>,
): Promise<boolean> {
  if (source !== 'script') return true;
  cache.pageRoom ??= {};
  const room = cache.pageRoom[kind] ?? MAX_BY_PAGES - (await count(tx, accountId, MAX_BY_PAGES));
  cache.pageRoom[kind] = room - 1;
  return room > 0;
}

/** The sources whose requests fail beyond the limit. For other sources, the excess is dropped. */
const STRICT_SOURCES: ReadonlySet<Context['source']> = new Set(['api', 'batch', 'admin', 'seed']);

/**
 * Returns the additions that a subscriber does not have yet, each once. Beyond the limit, requests fail with
 * `length_error`. For pages and background work the excess is dropped: an error would reveal to strangers which
 * subscribers an account has, and nobody could correct the background work.
 */
// Unspecified: U-154
export function limitAdditions(
  { source }: Pick<Context, 'source'>,
  attribute: Attribute,
  { before, additions, removals = [] }: CapacityChange,
): readonly string[] {
  const names = new Set(before);
  const removed = new Set(removals);
  const added = [...new Set(additions)].filter((name) => !names.has(name));
  const lasting = added.filter((name) => !removed.has(name));
  const kept = names.size - [...removed].filter((name) => names.has(name)).length;
  const room = Math.max(0, MAX_PER_SUBSCRIBER - kept);
  if (lasting.length > room && STRICT_SOURCES.has(source)) {
    const total = kept + lasting.length;
    const detail = `are limited to ${MAX_PER_SUBSCRIBER} per subscriber; this would make ${total}`;
    throw invalidAttribute('length_error', attribute, detail);
  }
  const excess = new Set(lasting.slice(room));
  return added.filter((name) => !excess.has(name));
}

interface CapacityChange {
  readonly before: Iterable<string>;
  readonly additions: readonly string[];
  /** Removed after the additions. */
  readonly removals?: readonly string[];
}

/** Whether a subscriber's tags or custom fields may have this length together; else as in `limitAdditions`. */
// Unspecified: U-320
export function isWithinLength(
  { source }: Pick<Context, 'source'>,
  attribute: Attribute,
  length: number,
): boolean {
  const limit = MAX_LENGTH[attribute];
  if (length <= limit) return true;
  if (!STRICT_SOURCES.has(source)) return false;
  const detail = `are limited to ${limit} characters per subscriber; this would make ${length}`;
  throw invalidAttribute('length_error', attribute, detail);
}
