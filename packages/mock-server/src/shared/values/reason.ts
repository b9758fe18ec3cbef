/**
 * The reason of a failure in a line. `localhost` has several addresses: if nobody listens on any, Node.js throws an
 * `AggregateError` without a message, whose first cause tells why.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
