import { slownessNow } from '../../../../scripts/setup/slowness.ts';

/** The slowness of this machine, as a multiple of the one for which the limits were chosen; at least 1. */
export const SLOWNESS = Math.max(1, Math.min(...Array.from({ length: 9 }, slownessNow)));
