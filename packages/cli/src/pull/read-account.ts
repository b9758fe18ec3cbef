import { ApiError } from '@trickle/sdk';
import type { ReadParts } from './copy.ts';
import type { Part, PartForm, Source } from './parts.ts';
import { READERS } from './read-parts.ts';
import { SKIPPED } from './skipped.ts';

/** Reads the parts of an account, and notes those that the service refuses. */
export async function readParts(
  source: Source,
  parts: readonly Part[],
  show: (what: string) => void,
): Promise<ReadParts> {
  const forms = new Map<Part, PartForm>();
  const skipped = new Map<string, number>();
  for (const part of parts) {
    show(`Reading ${part}`);
    try {
      forms.set(part, await READERS[part](source));
    } catch (error) {
      // The account shows whether the credentials are valid.
      if (!(error instanceof ApiError) || !SKIPPED.includes(error.status) || part === 'account') throw error;
      skipped.set(part, error.status);
    }
  }
  return { forms, skipped };
}
