/** Background work stopped because the machine failed, as with a full disk. All jobs stay in the queue. */
// Unspecified: U-151
export class OutageError extends Error {
  override readonly name = 'OutageError';

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Background work stopped: ${reason}. No job is lost, and the work will be retried.`, { cause });
  }
}
