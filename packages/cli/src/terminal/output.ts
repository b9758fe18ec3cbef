import type { Output } from './process-io.ts';
import { systemMessage } from './system-message.ts';

/** Thrown when standard output cannot be written: the disk is full, or the reader has closed it. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  /** Whether the reader closed the pipe, as `head` does. */
  readonly isReaderGone: boolean;

  constructor(cause: NodeJS.ErrnoException) {
    super(`cannot write to standard output: ${systemMessage(cause)}`, { cause });
    this.isReaderGone = cause.code === 'EPIPE';
  }
}

/** The first error of each stream; later ones only report that the stream is closed. */
const failures = new WeakMap<Output, Error>();

/** Keeps a failing stream from ending the process; {@link writeOut} reports the failure. */
export function watchOutput(stream: Output): void {
  stream.on('error', (error) => {
    if (!failures.has(stream)) failures.set(stream, error);
  });
}

/**
 * Writes a string and waits until it is flushed.
 *
 * @throws {@link OutputError} if this or an earlier write failed.
 */
export async function writeOut(stream: Output, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => {
      if (error) reject(new OutputError(failures.get(stream) ?? error));
      else resolve();
    });
  });
}
