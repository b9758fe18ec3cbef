import type { Context } from '../../world/context.ts';
import { invalidAttribute } from './errors.ts';

/** The limit of tags and of custom fields per subscriber. */
const MAX_PER_SUBSCRIBER = 1000;

/** The sources whose requests fail beyond the limit. For other sources, the excess is dropped. */
const STRICT_SOURCES: ReadonlySet<Context['source']> = new Set(['api', 'batch', 'admin', 'seed']);

/**
 * Returns the additions that a subscriber does not have yet, each once. Beyond the limit, requests fail with
 * `length_error`. For pages and background work the excess is dropped: an error would reveal to strangers which
 * subscribers an account has, and nobody could correct the background work.
 */
// Unspecified: U-154
export function atMost(
  { source }: Pick<Context, 'source'>,
  attribute: 'tags' | 'custom_fields',
  before: Iterable<string>,
  additions: readonly string[],
): readonly string[] {
  const known = new Set(before);
  const added = [...new Set(additions)].filter((name) => !known.has(name));
  const room = Math.max(0, MAX_PER_SUBSCRIBER - known.size);
  if (added.length > room && STRICT_SOURCES.has(source)) {
    const total = known.size + added.length;
    const detail = `are limited to ${MAX_PER_SUBSCRIBER} per subscriber; this would make ${total}`;
    throw invalidAttribute('length_error', attribute, detail);
  }
  return added.slice(0, room);
}
