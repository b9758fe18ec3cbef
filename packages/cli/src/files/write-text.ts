import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileError } from './file-error.ts';
import { assertNoLinks } from './no-links.ts';
import { Replacement } from './replacement.ts';

/**
 * Replaces a file, or makes it and its folder. It has the old or the new text, whatever happens.
 *
 * @throws {@link UsageError} for a path that leads through a link.
 */
export async function writeText(path: string, text: string): Promise<void> {
  const fail = (error: NodeJS.ErrnoException): never => {
    throw new FileError('write', path, error);
  };
  await assertNoLinks(path);
  await mkdir(dirname(path), { recursive: true }).catch(fail);
  const replacement = await Replacement.of(path).catch(fail);
  try {
    await replacement.write(text);
    await replacement.commit();
  } catch (error) {
    await replacement.discard();
    fail(error as NodeJS.ErrnoException); // of the file system
  }
}
