import type { Stats } from 'node:fs';
import { lstat, mkdir, open, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { repeatedMemberIn } from '@trickle/design/repeated-member';
import { Replacement } from '@trickle/design/replacement';
import { didYouMean } from '@trickle/sdk/contract';
import { failing, succeeds, unlessAbsent } from '../files/file-error.ts';
import { decoded, readTextIfExists } from '../files/read-file.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { ProcessIo } from '../terminal/process-io.ts';

const MEMBERS = ['baseUrl', 'accountId', 'apiKey', 'accessToken'] as const;

export type Config = Partial<Record<(typeof MEMBERS)[number], string>>;

export interface ConfigFile {
  readonly path: string;
  readonly values: Readonly<Partial<Record<string, string>>>;
}

/** The path of the config file: `TRICKLE_CONFIG`, otherwise `trickle/config.json` in the user's config folder. */
export function configPath(env: ProcessIo['env']): string {
  if (env.TRICKLE_CONFIG) return env.TRICKLE_CONFIG;
  const folder = env.XDG_CONFIG_HOME || env.APPDATA || join(env.HOME ?? homedir(), '.config');
  return join(folder, 'trickle', 'config.json');
}

/** Reads the config file; undefined when there is none. A file named by `TRICKLE_CONFIG` must exist. */
export async function readConfigFile(env: ProcessIo['env']): Promise<ConfigFile | undefined> {
  const path = configPath(env);
  const file = await readIfExists(path);
  if (file) return file;
  if (!env.TRICKLE_CONFIG) return undefined;
  throw new UsageError(`cannot read ${path}: no such file or directory`);
}

async function readIfExists(path: string): Promise<ConfigFile | undefined> {
  const file = await open(path).catch(unlessAbsent('read', path, ['ENOENT', 'ENOTDIR']));
  if (!file) return undefined;
  try {
    const values = membersOf(path, decoded(await file.readFile().catch(failing('read', path)), path));
    // Checks the open file, so that it cannot be swapped in the meantime.
    requireTrusted(path, await file.stat(), { hasKey: (values.apiKey ?? values.accessToken) !== undefined });
    return { path, values };
  } finally {
    await file.close();
  }
}

/** Whether anything exists at the path of a config file, even a broken link. */
export const configExists = (path: string): Promise<boolean> => succeeds(lstat(path));

/** Writes a config file that only its owner can read, and creates its folder. */
export async function writeConfigFile(path: string, config: Config): Promise<void> {
  const fail = failing('write', path);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch(fail);
  const replacement = await Replacement.of(path, PRIVATE).catch(fail);
  try {
    await replacement.write(`${JSON.stringify(config, undefined, 2)}\n`);
    await replacement.commit(PRIVATE);
  } catch (error) {
    await replacement.discard();
    throw error instanceof Error ? fail(error) : error;
  }
}

/** Only the owner can read and write. */
const PRIVATE = 0o600;

/**
 * Removes a config file; false when there is none.
 *
 * @throws {@link UsageError} if the file is not a config file.
 */
export async function removeConfigFile(path: string): Promise<boolean> {
  const text = await readTextIfExists(path);
  if (text === undefined) return false;
  membersOf(path, text);
  await rm(path).catch(failing('remove', path));
  return true;
}

function membersOf(path: string, text: string): Record<string, string> {
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which may contain a key.
    throw new UsageError(`${path} is not valid JSON.`);
  }
  const repeated = repeatedMemberIn(text);
  if (repeated) throw new UsageError(`${path}, ${repeated.message}.`);
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

/**
 * Throws if other users can read a key in the file or change the file: its base URL decides where the key from the
 * environment is sent. As with ssh, the owner may be root.
 */
export function requireTrusted(
  path: string,
  { uid, mode }: Pick<Stats, 'uid' | 'mode'>,
  { hasKey, user = process.getuid?.() }: { readonly hasKey: boolean; readonly user?: number | undefined },
): void {
  // Windows has no such owners and modes.
  if (user === undefined) return;
  if (uid !== user && uid !== 0) {
    throw new UsageError(
      `${path} belongs to another user, who could send your key elsewhere. Use a file of your own.`,
    );
  }
  if (hasKey && (mode & 0o077) !== 0) {
    throw new UsageError(`${path} contains a key that other users can read. Run: chmod 600 ${path}`);
  }
  if ((mode & 0o022) !== 0) {
    throw new UsageError(
      `Other users can change ${path}, and so send your key elsewhere. Run: chmod go-w ${path}`,
    );
  }
}
