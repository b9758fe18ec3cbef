import type { Seed } from '../seed/schema.ts';
import { demoSeed } from '../server.ts';
import { createIds, systemRandom } from '../shared/platform/random.ts';
import { adminPasswordOf, type Options, openingOf, readLogFormat, seedFileOf } from './options.ts';
import { UsageError } from './usage-error.ts';

/** A token that nobody can guess. */
export const newToken = (): string => createIds(systemRandom).hex();

/** The seed of a server without one. If other machines can reach it, its token is random; throws a `UsageError` if nobody could learn it. */
// Unspecified: U-275
export function demoSeedFor(options: Options): Seed {
  const opening = openingOf(options);
  if (opening === undefined) return demoSeed();
  const isKnowable = options['write-env'] !== undefined || Boolean(adminPasswordOf(options));
  if (readLogFormat(options) === 'json' && seedFileOf(options) === undefined && !isKnowable) {
    throw new UsageError(
      `with ${opening} the token of the first account is random, and --log json does not print it; add --seed, --write-env or --admin-password`,
    );
  }
  return demoSeed(newToken());
}
