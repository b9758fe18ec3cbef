import type { Context } from '../domain/context.ts';
import { parseTime } from '../domain/time.ts';
import { isoTime } from '../world.ts';

/** When something was made: now, unless the seed says otherwise. */
export const createdAt = ({ world }: Context, { created_at }: { created_at?: string | undefined }) =>
  isoTime(created_at === undefined ? world.clock.now() : parseTime(created_at));
