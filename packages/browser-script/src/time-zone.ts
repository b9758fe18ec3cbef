import { attempt } from './guard.ts';

/** The Olson name of the browser's time zone; empty where it cannot be told. The first time takes 10 to 200 ms. */
export const timeZone = (): string => attempt(() => Intl.DateTimeFormat().resolvedOptions().timeZone) ?? '';
