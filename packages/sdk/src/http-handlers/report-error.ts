/** Is told of failures. */
export type OnError<Context> = (error: unknown, context: Context) => unknown;

/**
 * Tells of a failure that the sender cannot act on. Without `onError` it goes to the console, since nobody would hear
 * of it otherwise. What fails while telling goes there too, and never changes the answer.
 */
export async function report<Context>(
  onError: OnError<Context> | undefined,
  error: unknown,
  context: Context,
): Promise<void> {
  if (onError === undefined) return console.error(error);
  try {
    await onError(error, context);
  } catch (failure) {
    console.error(error, failure);
  }
}
