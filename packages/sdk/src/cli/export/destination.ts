import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { UsageError } from '../terminal/endings.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Where an export goes. */
export interface Destination {
  write(text: string): Promise<void>;
  /** Everything is there. */
  finish(): Promise<void>;
  /** Something went wrong: what is there is not wanted. */
  discard(): Promise<void>;
}

/** Standard output, or a file that takes its place only when it is whole. */
export async function openDestination(path: string | undefined, terminal: Terminal): Promise<Destination> {
  if (path === undefined || path === '-') {
    return { write: (text) => terminal.write(text), finish: async () => {}, discard: async () => {} };
  }
  const part = `${path}.part-${process.pid}`;
  const file: FileHandle = await open(part, 'wx').catch((error: Error) => {
    throw new UsageError(`--output ${path} cannot be written: ${error.message}`, { cause: error });
  });
  return {
    write: (text) => file.writeFile(text),
    async finish() {
      await file.sync();
      await file.close();
      await rename(part, path);
    },
    async discard() {
      await file.close();
      await rm(part, { force: true });
    },
  };
}
