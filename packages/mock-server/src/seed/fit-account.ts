import { attributeOf, lossIn } from '@trickle/sdk/contract';
import { brokenTextIn, isObject } from '../shared/values/json.ts';
import { tooLongIn } from '../shared/values/lengths.ts';
import { shortened } from '../shared/values/shortened.ts';
import { conflictsIn } from './account-rules.ts';
import type { Path } from './json-lines.ts';
import { Account, type AccountSeed } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;

/** The longest part of a name or an id to show. */
const MAX_SHOWN = 60;

/** An account that a seed accepts, and the parts that were left out. */
export interface FittedAccount {
  readonly account: Json;
  /** A line each: `campaigns 111: status`, or `goals 446: the record, since name is missing or invalid`. */
  readonly leftOut: readonly string[];
}

/**
 * Leaves out of an account what `validateSeed` refuses: members where a record can do without them, otherwise the record.
 * The account refers to no subscriber.
 */
export function fitAccount(account: Json): FittedAccount {
  const leftOut = new Map<string, readonly string[]>();
  for (let fitted: unknown = account; ; ) {
    const paths = pathsOfProblems(fitted);
    if (paths.length === 0) return { account: fitted as Json, leftOut: [...leftOut.values()].flat() }; // valid
    for (const path of paths) addLine(leftOut, fitted, path);
    fitted = without(fitted, paths);
  }
}

/** The paths that a seed refuses, wrong kinds first: nothing below them is a record. A path to nowhere is a missing member. */
function pathsOfProblems(account: unknown): readonly Path[] {
  const { error } = Account().safeParse(account);
  const issues = (error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path],
  );
  const loss = lossIn(account);
  const values = [...(loss ? [loss] : []), ...tooLongIn(account), ...brokenTextIn(account)].map(
    ({ path }) => path,
  );
  const wrong = (issues.length > 0 ? issues : values) as Path[]; // of JSON, which has no symbols
  return wrong.length > 0 ? wrong.map(ofRecord) : conflictsIn(account as AccountSeed).map(({ path }) => path); // valid so far
}

/** The path of a record instead of that of its id: without its id, it would be another record. */
function ofRecord(path: Path): Path {
  const isOfRecord = path.length === 3 || (path.length === 5 && path[2] === 'triggers');
  return path.at(-1) === 'id' && isOfRecord ? path.slice(0, -1) : path;
}

/** A value without the members at the paths; undefined if a path is the value's own, or names a missing member. */
function without(value: unknown, paths: readonly Path[]): unknown {
  if (paths.length === 0) return value;
  const isNeedless = ([first, ...rest]: Path) =>
    first !== undefined && (rest.length > 0 || Object.hasOwn(value as object, first)); // something is below it
  if (!paths.every(isNeedless)) return undefined;
  const members = Object.entries(value as object).flatMap(([key, member]) => {
    const below = paths.filter(([first]) => String(first) === key).map(([, ...rest]) => rest);
    const left = without(member, below);
    return left === undefined ? [] : [[key, left] as const];
  });
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

function addLine(lines: Map<string, readonly string[]>, account: unknown, path: Path): void {
  const [noun = '', index, ...rest] = path;
  const list = isObject(account) && index !== undefined ? account[noun] : undefined; // else a member of the account
  const record: unknown = Array.isArray(list) ? list[Number(index)] : undefined;
  if (!isObject(record)) {
    const shown = typeof record === 'string' ? ` '${shortened(record, MAX_SHOWN)}'` : '';
    const line = Array.isArray(list) ? `${noun}: a name${shown}` : `account: ${attributeOf(path)}`;
    return void lines.set(line, [line]);
  }
  const name = `${noun} ${shortened(String(record.id), MAX_SHOWN)}`;
  const [member] = rest;
  if (member === undefined) return void lines.set(name, [`${name}: the record`]);
  const isMissing = rest.length === 1 && !Object.hasOwn(record, member);
  lines.set(
    name,
    isMissing
      ? [`${name}: the record, since ${member} is missing or invalid`]
      : [...new Set([...(lines.get(name) ?? []), `${name}: ${attributeOf(rest)}`])],
  );
}
