import { randomBytes } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { configPath, requireTrusted } from '../../connection/config-file.ts';
import { FileError } from '../../files/file-error.ts';
import { openNew } from '../../files/replacement.ts';
import { UsageError } from '../../terminal/exit-signal.ts';
import type { ProcessIo } from '../../terminal/process-io.ts';

const FORMAT = /^[0-9a-f]{64}$/i;

/**
 * The key of pseudonyms, 32 bytes: `TRICKLE_PULL_KEY`, otherwise the file `pull-key` beside the config file. If there is
 * none, it is made, for this user only: pulls by others, or on other machines, have other pseudonyms.
 */
export async function pullKey(env: ProcessIo['env']): Promise<Buffer> {
  if (env.TRICKLE_PULL_KEY) return keyOf(env.TRICKLE_PULL_KEY, 'TRICKLE_PULL_KEY');
  const path = join(dirname(configPath(env)), 'pull-key');
  return (await readKey(path)) ?? (await makeKey(path));
}

function keyOf(text: string, where: string): Buffer {
  if (FORMAT.test(text.trim())) return Buffer.from(text.trim(), 'hex');
  throw new UsageError(`${where} must be 64 hexadecimal digits. To make a key, run: openssl rand -hex 32`);
}

async function readKey(path: string): Promise<Buffer | undefined> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new UsageError(new FileError('read', path, error).message);
  });
  if (!file) return undefined;
  try {
    requireTrusted(path, await file.stat(), { hasKey: true });
    return keyOf(await file.readFile('utf8'), path);
  } finally {
    await file.close();
  }
}

async function makeKey(path: string): Promise<Buffer> {
  const key = randomBytes(32);
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await openNew(path, 0o600);
    await file.writeFile(`${key.toString('hex')}\n`);
    await file.sync();
    await file.close();
  } catch (error) {
    const failure = error as NodeJS.ErrnoException; // of the file system
    // Another pull has made it just now.
    const other = failure.code === 'EEXIST' ? await readKey(path) : undefined;
    if (other) return other;
    throw new FileError('write', path, failure);
  }
  return key;
}
