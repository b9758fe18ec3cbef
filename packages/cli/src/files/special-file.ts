import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

/**
 * Whether a path is a file that must not be replaced or truncated: a device, a pipe, or a stream of this process such
 * as `/dev/stdout`, which may be a regular file that other processes write to.
 */
export async function isSpecial(path: string): Promise<boolean> {
  if (/^\/(dev|proc)\//.test(resolve(path))) return true;
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return stats !== undefined && !stats.isFile();
}
