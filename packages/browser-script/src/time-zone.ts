import { attempt } from './guard.ts';

/**
 * The Olson name of the browser's time zone; empty where it cannot be told. Where `Intl` has to be asked, the first
 * time takes 10 to 200 ms.
 */
export const timeZone = (): string =>
  attempt(
    () => window.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  ) ?? '';
