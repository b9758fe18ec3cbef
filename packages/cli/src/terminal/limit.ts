import { UsageError } from './exit-signal.ts';

/** Reads `--limit`, a number from 1. Default: no limit. */
export function limitOf(text: string | undefined): number {
  if (text === undefined) return Infinity;
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new UsageError(`--limit must be a number from 1, not '${text}'.`);
}
