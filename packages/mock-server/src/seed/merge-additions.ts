import { isObject } from '../shared/values/json.ts';
import { Account, SEED_NOUNS } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;

/** The position of a record in a merged list: its index in the account, and in the additions. */
export interface Origin {
  readonly base?: number;
  readonly addition?: number;
}

export interface Merged {
  readonly account: Json;
  readonly origins: Readonly<Record<string, readonly Origin[]>>;
}

/**
 * Merges additions over an account: records with the same id member by member, lists of names to one. Lists within
 * records, such as the steps of a workflow, are replaced, except those whose records all have ids. Additions to `gone`
 * records, such as `campaigns 111`, are left out.
 */
export function mergeAdditions(account: Json, additions: Json, gone: readonly string[] = []): Merged {
  const merged: Record<string, unknown> = { ...account };
  const origins: Record<string, readonly Origin[]> = {};
  for (const [name, addition] of Object.entries(additions)) {
    const base = account[name] ?? (Array.isArray(addition) ? [] : undefined);
    if (!Array.isArray(base) || !Array.isArray(addition)) {
      merged[name] = mergeValue(base, addition);
    } else if (![...base, ...addition].every(isObject)) {
      merged[name] = [...new Set([...base, ...addition])];
    } else {
      const list = mergeList(base, addition, ({ id }) => gone.includes(`${name} ${id}`));
      merged[name] = list.map(({ value }) => value);
      origins[name] = list.map(({ origin }) => origin);
    }
  }
  return { account: merged, origins };
}

function mergeList(base: readonly Json[], additions: readonly Json[], isGone = (_: Json) => false) {
  const list = base.map((value, i): { value: Json; origin: Origin } => ({ value, origin: { base: i } }));
  for (const [i, addition] of additions.entries()) {
    const same = list.find(({ value }) => addition.id !== undefined && value.id === addition.id);
    if (same) {
      same.value = mergeObject(same.value, addition);
      same.origin = { ...same.origin, addition: i };
    } else if (!isGone(addition)) list.push({ value: addition, origin: { addition: i } });
  }
  return list;
}

const mergeObject = (base: Json, addition: Json): Json => {
  const members = Object.entries(addition).map(([name, value]) => [name, mergeValue(base[name], value)]);
  return { ...base, ...Object.fromEntries(members) };
};

function mergeValue(base: unknown, addition: unknown): unknown {
  if (isObject(base) && isObject(addition)) return mergeObject(base, addition);
  if (!hasIds(base) || !hasIds(addition)) return addition;
  return mergeList(base, addition).map(({ value }) => value);
}

const hasIds = (value: unknown): value is readonly Json[] =>
  Array.isArray(value) && value.every((item) => isObject(item) && typeof item.id === 'string');

/** Names the additions that only complete a record, such as `campaigns 111`, which the account does not have. */
export function incompleteAdditions(account: Json, additions: Json): string[] {
  return SEED_NOUNS.flatMap((noun) => {
    const [base, added] = [account[noun], additions[noun]];
    const ids = new Set(Array.isArray(base) ? base.map((record) => isObject(record) && record.id) : []);
    const others = (Array.isArray(added) ? added : []).filter(
      (record): record is Json => isObject(record) && typeof record.id === 'string' && !ids.has(record.id),
    );
    return others.filter((record) => lacksMember(noun, record)).map(({ id }) => `${noun} ${id}`);
  });
}

const lacksMember = (noun: string, record: Json): boolean =>
  (Account().safeParse({ [noun]: [record] }).error?.issues ?? []).some(
    ({ path: [, , member, ...rest] }) =>
      member !== undefined && rest.length === 0 && !Object.hasOwn(record, member),
  );
