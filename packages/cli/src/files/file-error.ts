import { UsageError } from '../terminal/exit-signal.ts';
import { systemMessage } from '../terminal/system-message.ts';

/** Thrown when a file cannot be written or removed: `cannot write out.csv: no space left on device`. */
class FileError extends Error {
  override readonly name = 'FileError';
}

/** Whether a call of the file system succeeds, such as `lstat`. */
export const succeeds = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  );

type Handler<Result> = (error: NodeJS.ErrnoException) => Result;

/** Rethrows a file system error with the failed action and the path. An unreadable file is a user error. */
export const failing =
  (what: 'read' | 'write' | 'remove', path: string): Handler<never> =>
  (cause) => {
    const message = `cannot ${what} ${path}: ${systemMessage(cause)}`;
    throw what === 'read' ? new UsageError(message, { cause }) : new FileError(message, { cause });
  };

/** Like {@link failing}, but returns undefined if the file does not exist. */
export const unlessAbsent =
  (what: 'read' | 'write' | 'remove', path: string, absent = ['ENOENT']): Handler<undefined> =>
  (error) =>
    absent.includes(error.code ?? '') ? undefined : failing(what, path)(error);
