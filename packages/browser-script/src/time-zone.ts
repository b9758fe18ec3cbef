import { attempt } from './guard.ts';

declare global {
  /** The part of `Temporal` that the script needs; browsers have it since 2025. */
  var Temporal: { Now: { timeZoneId(): string } } | undefined;
}

/**
 * Returns the Olson name of the browser's time zone, or empty text if unknown. Without `Temporal`, the first call takes
 * 10 to 200 ms, because `Intl` loads its data.
 */
export const timeZone = (): string =>
  attempt(() => window.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone) ?? '';
