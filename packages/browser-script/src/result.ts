/** What became of a message. All of it came from outside, and may be anything. */
export interface Result {
  visitor_uuid?: unknown;
  anonymous?: unknown;
  /** Whether the visitor's cookie has grown old. */
  renew?: unknown;
  /** Nothing, or `false`, when it succeeded. */
  error?: unknown;
  /** What is wrong with the fields of a form. */
  errors?: unknown;
}

/** The result of a message, of what an answer holds at its place; a failure if that is none. */
export const resultOf = (given: Result & { success?: unknown }, error?: string): Result => ({
  ...given,
  error: given.success !== true && (given.error || error || 'the server answered nothing'),
});
