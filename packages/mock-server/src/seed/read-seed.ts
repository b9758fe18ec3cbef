import { type BigIntStats, readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, sep } from 'node:path';
import { decodeText, NotText } from '@trickle/design/file-text';
import { repeatedMemberIn } from '@trickle/design/repeated-member';
import { isObject, parseStored } from '../shared/values/json.ts';
import { lineOf, type Path } from './json-lines.ts';
import { incompleteAdditions, type Merged, mergeAdditions } from './merge-additions.ts';
import type { Seed } from './schema.ts';
import { SeedError, validateSeed } from './validate.ts';

/** The most bytes of a file that an account refers to. */
const MAX_BODY = 5_000_000;

/** The most bytes of the other files: V8 has no longer strings. */
const MAX_FILE = 500_000_000;

/** The members that can be in a file of their own. */
const BODIES = ['html_body', 'text_body'];

/**
 * Reads a seed: a JSON file, or a folder with the files of one account.
 *
 * - `account.json`: the account; `html_body` and `text_body` can be `{ "file": "bodies/1.html" }`
 * - `subscribers.ndjson`: its subscribers, one a line; optional
 * - `additions.json`: merged over the account by the ids of records; optional
 * - `pull.json`: the report of `trickle pull`, which names additions to records that the account no longer has; optional
 *
 * @throws {@link SeedError} with the file, the line and the member of each problem.
 */
export const readSeed = async (path: string): Promise<Seed> =>
  isFolder(path) ? readSeedFolder(path) : validateSeed(parse(path, readText(path)));

export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Reads a seed from a folder. The additions can be those of another folder. */
export function readSeedFolder(folder: string, additionsOf = folder): Seed {
  const account = readAccount(folder, 'account.json', readText);
  const additions = readAccount(additionsOf, 'additions.json', (file) => readIfExists(file) ?? '{}');
  // The values of custom fields are for `trickle pull`, which makes up subscribers with them.
  const { custom_fields: fields } = additions.value;
  if (isObject(fields)) Object.assign(additions.value, { custom_fields: Object.keys(fields) });
  const lines = readSubscribers(join(folder, 'subscribers.ndjson'));
  const { subscribers: first = [], ...others } = account.value;
  const subscribers = [...(Array.isArray(first) ? first : []), ...lines.map(({ value }) => value)];
  const base = subscribers.length > 0 ? { ...others, subscribers } : others;
  const gone = incompleteAdditions(base, additions.value).filter((name) => isGone(folder, name));
  const merged = mergeAdditions(base, additions.value, gone);
  try {
    return validateSeed({ accounts: [merged.account] });
  } catch (error) {
    if (!(error instanceof SeedError)) throw error;
    const place = (path: Path) => placeOf(path, { account, additions, lines, merged });
    throw new SeedError(error.problems.map((problem) => withPlace(problem, place)));
  }
}

/** Whether the report of a pull names an addition to a record that the account does not have. */
function isGone(folder: string, name: string): boolean {
  const file = join(folder, 'pull.json');
  const report = parse(file, readIfExists(file) ?? '{}');
  const { goneRecords: names } = isObject(report) ? report : {};
  return Array.isArray(names) && names.includes(name);
}

interface AccountFile {
  readonly file: string;
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface SubscriberLine {
  readonly place: string;
  readonly value: unknown;
}

function readAccount(folder: string, name: string, read: (file: string) => string): AccountFile {
  const file = join(folder, name);
  const text = read(file);
  const value = parse(file, text);
  if (!isObject(value)) throw new SeedError([`${file}:1: must be an object, an account of a seed`]);
  insertBodies(folder, value, (path, problem) => {
    throw new SeedError([`${file}:${lineOf(text, path)}: ${textOf(path)} ${problem}`]);
  });
  return { file, text, value };
}

const readSubscribers = (file: string): SubscriberLine[] =>
  (readIfExists(file) ?? '')
    .split('\n')
    .flatMap((line, i) =>
      line.trim() === '' ? [] : [{ place: `${file}:${i + 1}`, value: parse(file, line, i + 1) }],
    );

interface Sources {
  readonly account: AccountFile;
  readonly additions: AccountFile;
  readonly lines: readonly SubscriberLine[];
  readonly merged: Merged;
}

function placeOf(path: Path, { account, additions, lines, merged }: Sources): string {
  const [noun = '', index = '', ...rest] = path;
  const origin = merged.origins[noun]?.[Number(index)];
  const { base = index, addition = index } = origin ?? {};
  const added = [noun, addition, ...rest].slice(0, path.length);
  const isAdded = origin && origin.base === undefined;
  if (isAdded || hasMember(additions.value, added)) {
    return `${additions.file}:${lineOf(additions.text, added)}`;
  }
  const { subscribers: first } = account.value;
  const at = Number(base) - (Array.isArray(first) ? first.length : 0);
  return (
    (noun === 'subscribers' && lines[at]?.place) ||
    `${account.file}:${lineOf(account.text, [noun, base, ...rest].slice(0, path.length))}`
  );
}

function withPlace(problem: string, place: (path: Path) => string): string {
  const [, text = '', rest = ''] = /^accounts(?:\[0\])?[.:]? ?([\w.[\]]*)(.*)$/s.exec(problem) ?? [];
  const path = Array.from(text.matchAll(/\w+/g), ([name]) => (/^\d+$/.test(name) ? Number(name) : name));
  return `${place(path)}: ${text}${rest}`;
}

const textOf = (path: Path): string =>
  path.reduce<string>(
    (text, name) => text + (typeof name === 'number' ? `[${name}]` : `${text && '.'}${name}`),
    '',
  );

const hasMember = (value: unknown, path: Path): boolean =>
  path.every((name) => {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    if (isThere) value = Reflect.get(value as object, name); // checked by `isThere`
    return isThere;
  });

type Refuse = (path: Path, problem: string) => never;

function insertBodies(folder: string, value: object, refuse: Refuse, path: Path = []): void {
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== 'object' || member === null) continue;
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    const { file, ...others } = member as { readonly file?: unknown }; // any object may have it
    if (BODIES.includes(key) && typeof file === 'string' && Object.keys(others).length === 0) {
      Reflect.set(
        value,
        key,
        readBody(folder, file, (problem) => refuse(at, problem)),
      );
    } else insertBodies(folder, member, refuse, at);
  }
}

function readBody(folder: string, file: string, refuse: (problem: string) => never): string {
  if (isAbsolute(file) || file.split(/[\\/]/).includes('..')) {
    return refuse(`refers to '${file}', which must be a relative path inside the folder`);
  }
  const path = join(folder, file);
  let stats: BigIntStats | undefined;
  try {
    stats = statSync(path, { bigint: true });
    if (!realpathSync(path).startsWith(realpathSync(folder) + sep)) {
      return refuse(`refers to '${file}', a link out of the folder; copy the file into it`);
    }
  } catch (error) {
    if (error instanceof SeedError) throw error;
    return refuse(`refers to '${file}', which cannot be read; add the file, or write the text here`);
  }
  if (!stats.isFile()) return refuse(`refers to '${file}', which is not a file`);
  if (stats.size > MAX_BODY) return refuse(`refers to '${file}', which is larger than 5 MB; shorten it`);
  return decoded(path, (problem) => refuse(`refers to '${file}', which ${problem}`));
}

function readText(file: string): string {
  const text = readIfExists(file);
  if (text === undefined) throw new SeedError([`${file} does not exist; trickle pull writes such a folder`]);
  return text;
}

/** The text of a file without a byte order mark; undefined if there is none. */
function readIfExists(file: string): string | undefined {
  try {
    const stats = statSync(file);
    if (!stats.isFile()) throw new SeedError([`${file} is not a regular file`]);
    if (stats.size > MAX_FILE) throw new SeedError([`${file} is larger than 500 MB; split the data`]);
    return decoded(file, (problem) => {
      throw new SeedError([`${file} ${problem}`]);
    });
  } catch (error) {
    if (error instanceof SeedError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') return undefined;
    throw new SeedError([`${file} cannot be read (${code}); check the file and its permissions`]);
  }
}

function decoded(file: string, refuse: (problem: string) => never): string {
  try {
    return decodeText(readFileSync(file));
  } catch (error) {
    if (error instanceof NotText) return refuse(error.message);
    throw error;
  }
}

function parse(file: string, text: string, line?: number): unknown {
  try {
    const value = parseStored(text);
    const repeated = repeatedMemberIn(text);
    if (repeated) throw new SeedError([`${file}:${line ?? repeated.line}: ${repeated.problem}`]);
    return value;
  } catch (error) {
    if (error instanceof SeedError) throw error;
    const message = error instanceof Error ? error.message : '';
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    const at = line ?? text.slice(0, position).split('\n').length;
    throw new SeedError([`${file}:${at}: is not JSON; correct this line, or pull again`]);
  }
}
