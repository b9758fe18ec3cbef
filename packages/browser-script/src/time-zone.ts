import { attempt } from './guard.ts';

/** Returns the Olson name of the browser's time zone, or empty text if unknown. The first call takes 10 to 200 ms. */
export const timeZone = (): string => attempt(() => Intl.DateTimeFormat().resolvedOptions().timeZone) ?? '';
