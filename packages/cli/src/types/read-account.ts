import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { failing } from '../files/file-error.ts';
import { jsonOf } from '../files/read-json.ts';
import { readText, readTextIfExists } from '../files/read-text.ts';
import { isObject, tryParseJson } from '../parse-json.ts';
import type { Json, Source } from '../pull/parts.ts';
import { readParts } from '../pull/read-account.ts';
import { fitAccount } from '../pull/seeds.ts';
import { UsageError } from '../terminal/exit-signal.ts';

/** The names of an account, as parts of a seed in any order. */
export interface ReadAccount {
  readonly id: string;
  readonly accounts: readonly Json[];
  readonly subscribers: readonly Json[];
  /** Parts that could not be read, with the status of the response or the problem with it. */
  readonly skipped: ReadonlyMap<string, number | string>;
}

/** The parts with names. */
const PARTS = ['fields', 'tags', 'actions', 'campaigns', 'workflows', 'forms', 'goals'] as const;

/** Reads the names of an account from the service. */
export async function readService(id: string, source: Source): Promise<ReadAccount> {
  const { forms, skipped } = await readParts(source, PARTS, () => undefined);
  const accounts = Array.from(forms.values(), ({ members }) => fitAccount(members).account);
  return { id, accounts, subscribers: [], skipped };
}

/**
 * Reads the names of an account from a seed: a folder, as `trickle pull` writes it, or a file.
 *
 * @throws {@link UsageError} if it has no account, or several of which none is named.
 */
export async function readSeed(path: string, account: string | undefined): Promise<ReadAccount> {
  const stats = await stat(path).catch(failing('read', path));
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
  const value = text === undefined ? undefined : jsonOf(text, file);
  if (text !== undefined && !isObject(value)) throw new UsageError(`${file} is not a JSON object.`);
  return isObject(value) ? value : undefined;
}
