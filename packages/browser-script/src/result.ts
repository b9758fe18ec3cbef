import type { Answer } from './post.ts';

/** What became of a message. All of it came from outside, and may be anything. */
export interface Result {
  visitor_uuid?: unknown;
  anonymous?: boolean;
  /** Whether the visitor's cookie has grown old. */
  renew?: unknown;
  /** `undefined` when it succeeded. */
  error?: unknown;
  /** What is wrong with the fields of a form. */
  errors?: unknown;
}

/** The result of one of the messages of a request, of which an answer has one each, in order; a failure if not. */
export function resultAt(index: number, { results, error = 'the answer could not be read' }: Answer): Result {
  const result = (results as (Result & { success?: unknown })[] | undefined)?.[index];
  return { ...result, error: result?.success === true ? undefined : result?.error || error };
}
