import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '@trickle/design/replacement';
import { FileError } from './file-error.ts';
import { assertNoLinks } from './no-links.ts';

/**
 * Replaces a file, or makes it and its folder. It has the old or the new text, whatever happens.
 *
 * @throws {@link UsageError} for a path that leads through a link.
 */
export async function writeText(path: string, text: string): Promise<void> {
  await assertNoLinks(path);
  try {
    await mkdir(dirname(path), { recursive: true });
    await replaceFile(path, text);
  } catch (error) {
    throw new FileError('write', path, error as NodeJS.ErrnoException); // of the file system
  }
}
