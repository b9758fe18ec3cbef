import type { Answer } from './post.ts';

/** What became of a message. All of it came from outside, and may be anything. */
export interface Result {
  visitor_uuid?: unknown;
  anonymous?: unknown;
  /** Whether the visitor's cookie has grown old. */
  renew?: unknown;
  /** `undefined` when it succeeded. */
  error?: unknown;
  /** What is wrong with the fields of a form. */
  errors?: unknown;
}

/** Finds a message's result in the answer to the request that brought it; a failure if there is none. */
export function resultFor(id: string, { results, error = 'the answer could not be read' }: Answer): Result {
  if (Array.isArray(results)) {
    for (const result of results) {
      if (result?.id !== id || typeof result.success !== 'boolean') continue;
      return { ...result, error: result.success ? undefined : (result.error ?? 'refused') };
    }
  }
  return { error };
}
