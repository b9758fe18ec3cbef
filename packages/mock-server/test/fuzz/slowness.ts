import { slownessNow } from '../../../../scripts/setup/slowness.ts';

/** How many times slower than the machine for which the limits were chosen this one is; at least 1. */
export const SLOWNESS = Math.max(1, Math.min(...Array.from({ length: 9 }, slownessNow)));
