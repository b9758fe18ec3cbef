import { systemMessage } from '../terminal/system-message.ts';

/** Thrown when a file cannot be read or written: `cannot write out.csv: no space left on device`. */
export class FileError extends Error {
  override readonly name = 'FileError';

  constructor(what: 'read' | 'write' | 'remove', path: string, cause: NodeJS.ErrnoException) {
    super(`cannot ${what} ${path}: ${systemMessage(cause)}`, { cause });
  }
}
