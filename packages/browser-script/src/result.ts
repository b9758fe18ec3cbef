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

/** What an answer holds of a message. */
export interface Given extends Result {
  success?: unknown;
}
