import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileError } from '../files/file-error.ts';
import { readText, readTextIfExists } from '../files/read-text.ts';
import { isObject, tryParseJson } from '../parse-json.ts';
import type { Json, Part, Source } from '../pull/parts.ts';
import { READERS } from '../pull/read-parts.ts';
import { refusalOf } from '../pull/refusal.ts';
import { fitAccount } from '../pull/seeds.ts';
import { UsageError } from '../terminal/exit-signal.ts';

/** An account with its names: as parts of a seed, in any order. */
export interface ReadAccount {
  readonly id: string;
  readonly accounts: readonly Json[];
  readonly subscribers: readonly Json[];
  /** Parts that could not be read, with the status of the response or what is wrong with it. */
  readonly skipped: ReadonlyMap<Part, number | string>;
}

/** The parts that have names, by the members of a seed. */
const PARTS = ['fields', 'tags', 'actions', 'campaigns', 'workflows', 'forms', 'goals'] as const;

/** Reads the names of an account from the service. */
export async function readService(id: string, source: Source): Promise<ReadAccount> {
  const accounts: Json[] = [];
  const skipped = new Map<Part, number | string>();
  for (const part of PARTS) {
    try {
      accounts.push(fitAccount((await READERS[part](source)).members).account);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      skipped.set(part, refusal);
    }
  }
  return { id, accounts, subscribers: [], skipped };
}

/**
 * Reads the names of an account from a seed: a folder, as `trickle pull` writes it, or a file.
 *
 * @throws {@link UsageError} if it has no account, or several of which none is named.
 */
export async function readSeed(path: string, account: string | undefined): Promise<ReadAccount> {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(new FileError('read', path, error).message, { cause: error });
  });
  return stats.isDirectory() ? await readFolder(path) : accountIn(path, await readJson(path), account);
}

async function readFolder(folder: string): Promise<ReadAccount> {
  const file = join(folder, 'account.json');
  const account = await readJson(file);
  const additions = (await readJson(join(folder, 'additions.json'), true)) ?? {};
  const lines = (await readTextIfExists(join(folder, 'subscribers.ndjson'))) ?? '';
  const subscribers = lines
    .split('\n')
    .map((line) => tryParseJson(line))
    .filter(isObject);
  if (account === undefined) throw new UsageError(`${file} is not JSON with an account.`);
  return { id: String(account.id ?? ''), accounts: [account, additions], subscribers, skipped: new Map() };
}

function accountIn(file: string, seed: Json | undefined, name: string | undefined): ReadAccount {
  const accounts = Array.isArray(seed?.accounts) ? seed.accounts.filter(isObject) : [];
  const ids = accounts.map(({ id }) => String(id ?? ''));
  const account =
    name === undefined && accounts.length === 1 ? accounts[0] : accounts[ids.indexOf(name ?? '')];
  if (account !== undefined)
    return { id: String(account.id ?? ''), accounts: [account], subscribers: [], skipped: new Map() };
  if (accounts.length === 0) throw new UsageError(`${file} is no seed: it has no accounts.`);
  throw new UsageError(`${file} has the accounts ${ids.join(', ')}. Choose one with --account.`);
}

/** Reads an object; undefined if the file has something else. */
export async function readJson(file: string, isOptional = false): Promise<Json | undefined> {
  const text = await (isOptional ? readTextIfExists : readText)(file);
  const value = text === undefined ? undefined : tryParseJson(text);
  if (text !== undefined && !isObject(value)) throw new UsageError(`${file} is not a JSON object.`);
  return isObject(value) ? value : undefined;
}
