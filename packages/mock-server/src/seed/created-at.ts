import type { Context } from '../domain/context/context.ts';
import { isoTime, parseTime } from '../shared/values/time.ts';

/** The creation time of a seeded record. Default: now. */
export const createdAt = ({ services }: Context, { created_at }: { created_at?: string | undefined }) =>
  isoTime(created_at === undefined ? services.clock.now() : parseTime(created_at));
