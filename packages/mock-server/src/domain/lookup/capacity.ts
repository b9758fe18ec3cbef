import type { Context } from '../../world/context.ts';
import { invalidAttribute } from './errors.ts';

/** A subscriber has at most this many tags, and this many custom fields. */
const MAX_OF_SUBSCRIBER = 1000;

/** The sources whose requests are refused; of others, what is too much is left out. */
const IS_REFUSED: ReadonlySet<Context['source']> = new Set(['api', 'batch', 'admin', 'seed']);

/**
 * The additions that a subscriber does not have yet, each once. Where they would be too many, refuses a request with
 * `length_error`. Leaves the rest out for pages, since a refusal would tell strangers whom an account knows, and for
 * work that nobody could correct.
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
  const room = Math.max(0, MAX_OF_SUBSCRIBER - known.size);
  if (added.length > room && IS_REFUSED.has(source)) {
    const total = known.size + added.length;
    const saying = `may be ${MAX_OF_SUBSCRIBER} for one subscriber; these would make ${total}`;
    throw invalidAttribute('length_error', attribute, saying);
  }
  return added.slice(0, room);
}
