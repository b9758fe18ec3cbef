export type OnError<Context> = (error: unknown, context: Context) => unknown;

/**
 * Reports an error that the sender cannot fix. Without `onError`, logs it to the console. Errors of `onError` are logged
 * too, and never change the response.
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
