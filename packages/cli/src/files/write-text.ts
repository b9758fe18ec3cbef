import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '@trickle/design/replacement';
import { assertNoLinks } from './check-paths.ts';
import { failing } from './file-error.ts';

/**
 * Replaces a file, or creates it and its folder. The file always has either the old or the new text.
 *
 * @throws {@link UsageError} for a path that leads through a link.
 */
export async function writeText(path: string, text: string): Promise<void> {
  await assertNoLinks(path);
  const fail = failing('write', path);
  await mkdir(dirname(path), { recursive: true }).catch(fail);
  await replaceFile(path, text).catch(fail);
}
