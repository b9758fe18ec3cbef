import {
  createIds as create,
  type Ids,
  type RandomBytes,
  systemRandom,
} from '../../src/shared/platform/random.ts';

export * from '../../src/shared/platform/random.ts';

/** Ids that a server with the same `randomSeed` draws again. */
export const repeated = new WeakSet<Ids>();

/** Replaces the function of the server, to know which ids are drawn again. */
export function createIds(random: RandomBytes): Ids {
  const ids = create(random);
  if (random !== systemRandom) repeated.add(ids);
  return ids;
}
