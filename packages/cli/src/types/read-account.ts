import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { failing } from '../files/file-error.ts';
import { jsonOf, readText, readTextIfExists } from '../files/read-file.ts';
import { decodedText, encodingOf } from '../import/decode.ts';
import { jsonRows } from '../import/json-rows.ts';
import { openFile } from '../import/source.ts';
import { isObject, shownJson } from '../parse-json.ts';
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

const PARTS = ['fields', 'tags', 'actions', 'campaigns', 'workflows', 'forms', 'goals'] as const;

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
  const subscribers: Json[] = [];
  const lines = join(folder, 'subscribers.ndjson');
  if (existsSync(lines)) for await (const { value } of rowsOf(lines)) subscribers.push(value);
  if (account === undefined) throw new UsageError(`${file} is not JSON with an account.`);
  return { id: shownJson(account.id), accounts: [account, additions], subscribers, skipped: new Map() };
}

function accountIn(file: string, seed: Json | undefined, name: string | undefined): ReadAccount {
  const accounts = Array.isArray(seed?.accounts) ? seed.accounts.filter(isObject) : [];
  const ids = accounts.map(({ id }) => shownJson(id));
  const account =
    name === undefined && accounts.length === 1 ? accounts[0] : accounts[ids.indexOf(name ?? '')];
  if (account !== undefined)
    return { id: shownJson(account.id), accounts: [account], subscribers: [], skipped: new Map() };
  if (accounts.length === 0) throw new UsageError(`${file} is not a seed: it has no accounts.`);
  throw new UsageError(`${file} has the accounts ${ids.join(', ')}. Choose one with --account.`);
}

/** Reads an object; undefined if the file has something else. */
export async function readJson(file: string, isOptional = false): Promise<Json | undefined> {
  const text = await (isOptional ? readTextIfExists : readText)(file);
  const value = text === undefined ? undefined : jsonOf(text, file);
  if (text !== undefined && !isObject(value)) throw new UsageError(`${file} is not a JSON object.`);
  return isObject(value) ? value : undefined;
}

/**
 * Reads a file with one object per line.
 *
 * @throws {@link UsageError} for a line with anything else, or with a member that is there twice.
 */
export async function* rowsOf(file: string): AsyncGenerator<{ readonly line: number; readonly value: Json }> {
  const source = await openFile(file);
  for await (const rows of jsonRows(decodedText(source, encodingOf(source)))) {
    for (const { line, value, problem = 'not a JSON object' } of rows) {
      if (!isObject(value)) throw new UsageError(`${file}:${line}: ${problem}.`);
      yield { line, value };
    }
  }
}
