import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { didYouMean } from '@trickle/sdk/contract';
import { FileError } from '../files/file-error.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { ProcessIo } from '../terminal/process-io.ts';

/** Members of a config file. */
const MEMBERS = ['baseUrl', 'accountId', 'apiKey', 'accessToken'] as const;

/** A config file that was read. */
export interface ConfigFile {
  readonly path: string;
  readonly values: Readonly<Partial<Record<string, string>>>;
}

/** Where the config file is: `TRICKLE_CONFIG`, else `trickle/config.json` in the user's folder for such files. */
function configPath(env: ProcessIo['env']): string {
  if (env.TRICKLE_CONFIG) return env.TRICKLE_CONFIG;
  const folder = env.XDG_CONFIG_HOME || env.APPDATA || join(env.HOME ?? homedir(), '.config');
  return join(folder, 'trickle', 'config.json');
}

/** Reads the config file; undefined when there is none. */
export async function readConfigFile(env: ProcessIo['env']): Promise<ConfigFile | undefined> {
  const path = configPath(env);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOTDIR'].includes(error.code ?? '') && !env.TRICKLE_CONFIG) return undefined;
    throw new UsageError(new FileError('read', path, error).message);
  });
  if (text === undefined) return undefined;
  const values = membersOf(path, text);
  if (values.apiKey ?? values.accessToken) await requirePrivateFile(path);
  return { path, values };
}

function membersOf(path: string, text: string): Record<string, string> {
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch {
    // The message of the parser quotes the text, which may hold a key.
    throw new UsageError(`${path} is not valid JSON.`);
  }
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw new UsageError(`${path} must contain a JSON object with ${MEMBERS.join(', ')}.`);
  }
  for (const [name, value] of Object.entries(config)) {
    if (!(MEMBERS as readonly string[]).includes(name)) {
      throw new UsageError(`${path}: unknown setting '${name}'${didYouMean(name, MEMBERS) || '.'}`);
    }
    if (typeof value !== 'string') throw new UsageError(`${path}: ${name} must be a string.`);
  }
  return config as Record<string, string>;
}

/** Throws if other users can read the key, as ssh does. */
async function requirePrivateFile(path: string): Promise<void> {
  const { mode } = await stat(path);
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  throw new UsageError(`${path} contains a key that other users can read. Run: chmod 600 ${path}`);
}
