import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { issuesOf } from '@trickle/sdk/contract';
import { failing, unlessAbsent } from '../files/file-error.ts';
import { FileLock } from '../files/file-lock.ts';
import { jsonOf, readText, readTextIfExists } from '../files/read-file.ts';
import { isObject } from '../parse-json.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Copy } from './copy.ts';
import { type Json, MEMBERS, PARTS } from './parts.ts';
import { Report } from './report.ts';

/** The folder for new files within a copy, until all of them are written. */
export const WORK = '.pull';

/** Files that a folder may contain before the first pull. */
const OURS = new Set(['additions.json', '.gitattributes']);

/**
 * Reads the copy in a folder; undefined if the folder is empty or does not exist.
 *
 * @throws {@link UsageError} if it contains something else.
 */
export async function readCopy(folder: string): Promise<Copy | undefined> {
  const names = await list(folder);
  if (names.length === 0) return undefined;
  const written = await readJson(join(folder, 'pull.json'));
  // A killed pull may have left some files.
  if (written === undefined && (names.includes(WORK) || names.every((name) => OURS.has(name))))
    return undefined;
  if (written?.version !== 1) {
    throw new UsageError(`${folder} is not empty and has no copy of an account. Choose another folder.`);
  }
  const { data: report } = Report().safeParse(written);
  if (report === undefined) {
    const [{ message = '' } = {}] = issuesOf(Report, written);
    throw new UsageError(
      `${join(folder, 'pull.json')}: ${message}. Undo the change, or delete ${folder}, and pull again.`,
    );
  }
  const account = await readJson(join(folder, 'account.json'));
  if (account === undefined || !RECORDS.every((noun) => hasRecords(account, noun))) {
    throw new UsageError(
      `${join(folder, 'account.json')} is missing or not valid. Delete ${folder}, and pull again.`,
    );
  }
  const bodies = new Map<string, string>();
  for (const name of await list(join(folder, 'bodies'))) {
    bodies.set(`bodies/${name}`, await readText(join(folder, 'bodies', name)));
  }
  const lines = await readTextIfExists(join(folder, 'subscribers.ndjson'));
  const copy = { account, bodies, report };
  return lines === undefined ? copy : { ...copy, lines };
}

/** The parts of an account that are lists of records. */
const RECORDS = PARTS.filter((part) => part !== 'account' && !(part in MEMBERS));

function hasRecords(account: Json, noun: string): boolean {
  const { [noun]: records = [] } = account;
  return Array.isArray(records) && records.every(isObject);
}

/** Locks a folder against a second pull, and creates its parent folder. */
export async function lockFolder(folder: string): Promise<FileLock> {
  await mkdir(dirname(resolve(folder)), { recursive: true }).catch(failing('write', folder));
  return await FileLock.of(folder);
}

/** Reads an object from a file; undefined if there is none or it is not JSON. */
export async function readJson(path: string): Promise<Json | undefined> {
  const text = await readTextIfExists(path);
  const value = text === undefined ? undefined : jsonOf(text, path);
  return isObject(value) ? value : undefined;
}

export const list = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(unlessAbsent('read', folder))) ?? [];
