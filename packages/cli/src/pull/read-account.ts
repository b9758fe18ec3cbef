import { ApiError } from '@trickle/sdk';
import type { ReadParts } from './copy.ts';
import type { Part, Source } from './parts.ts';
import type { Progress } from './progress.ts';
import { READERS } from './read-parts.ts';
import { SKIPPED } from './skipped.ts';

/** A pull while it runs. */
export interface Pull {
  readonly folder: string;
  readonly accountId: string;
  readonly parts: readonly Part[];
  readonly source: Source;
  readonly progress: Progress;
  readonly show: (what: string) => void;
}

/**
 * Reads the parts that are missing. Subscribers come after the account itself, which shows whether the credentials are valid,
 * and before everything that can name one of them.
 */
export async function readParts(pull: Pull): Promise<ReadParts> {
  const { parts, progress, show } = pull;
  const skipped = new Map<string, number>();
  const isFirst = (part: Part) => part === 'account';
  await readSome(pull, parts.filter(isFirst), skipped);
  try {
    await progress.subscribers?.read(parts.includes('campaigns'), show);
  } catch (error) {
    if (!(error instanceof ApiError) || !SKIPPED.includes(error.status)) throw error;
    skipped.set('subscribers', error.status);
  }
  await readSome(
    pull,
    parts.filter((part) => !isFirst(part)),
    skipped,
  );
  return { forms: progress.forms, skipped: new Map([...skipped, ...(progress.subscribers?.skipped ?? [])]) };
}

async function readSome(
  { source, progress, show }: Pull,
  parts: readonly Part[],
  skipped: Map<string, number>,
): Promise<void> {
  for (const part of parts) {
    if (progress.forms.has(part)) continue;
    show(`Reading ${part}`);
    try {
      const form = await READERS[part](source);
      await progress.save(part, progress.subscribers ? progress.subscribers.formOf(form) : form);
    } catch (error) {
      if (!(error instanceof ApiError) || !SKIPPED.includes(error.status) || part === 'account') throw error;
      skipped.set(part, error.status);
    }
  }
}
