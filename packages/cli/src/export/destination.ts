import { lstat, open, stat } from 'node:fs/promises';
import { isatty } from 'node:tty';
import { Replacement } from '@trickle/design/replacement';
import { visible } from '@trickle/design/terminal';
import { assertStaysInside, isSpecial } from '../files/check-paths.ts';
import { failing, succeeds } from '../files/file-error.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { systemMessage } from '../terminal/system-message.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface Destination {
  write(text: string): Promise<void>;
  finish(): Promise<void>;
  /** Discards the output after an error, if possible. */
  discard(): Promise<void>;
}

/**
 * Standard output, or a file. A regular file is replaced once the export is complete, and keeps its mode, its links
 * and its other names. Anything else, such as a pipe or a device, is written to directly.
 */
export async function openDestination(path: string | undefined, terminal: Terminal): Promise<Destination> {
  if (path === undefined || path === '-') {
    return { write: (text) => terminal.writeData(text), finish: async () => {}, discard: async () => {} };
  }
  const fail = failing('write', path);
  const destination = await openTarget(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--output: cannot write ${path}: ${systemMessage(error)}`, { cause: error });
  });
  return {
    write: (text) => destination.write(text).catch(fail),
    finish: () => destination.finish().catch(fail),
    discard: () => destination.discard(),
  };
}

async function openTarget(path: string): Promise<Destination> {
  if (await isSpecial(path)) return await writingThrough(path);
  await assertStaysInside(path, '--output');
  return await ((await isBrokenLink(path)) ? writingThrough : replacing)(path);
}

const isBrokenLink = async (path: string): Promise<boolean> =>
  (await succeeds(lstat(path))) && !(await succeeds(stat(path)));

async function replacing(path: string): Promise<Destination> {
  const replacement = await Replacement.of(path);
  return {
    write: (text) => replacement.write(text),
    finish: () => replacement.commit(),
    discard: () => replacement.discard(),
  };
}

async function writingThrough(path: string): Promise<Destination> {
  const file = await open(path, 'a');
  const isScreen = isatty(file.fd);
  return {
    write: (text) => file.writeFile(isScreen ? visible(text) : text),
    finish: () => file.close(),
    discard: () => file.close(),
  };
}
