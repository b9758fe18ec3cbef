import { findAccount } from '../../store/tables/accounts.ts';
import { listActions } from '../../store/tables/events.ts';
import { listTags } from '../../store/tables/tags.ts';
import type { Context } from '../context/context.ts';

/** Lists the tags of an account: those of its seed and those of its subscribers, by name. */
export async function listTagNames({ tx, accountId }: Context): Promise<string[]> {
  const declared = (await findAccount(tx, accountId))?.data.declared_tags ?? [];
  return union(declared, await listTags(tx, accountId));
}

/** Lists one page of the custom event actions of an account: those of its seed and those of its events, by name. */
export async function listActionNames(
  { tx, accountId }: Context,
  slice: { readonly limit: number; readonly offset: number },
): Promise<{ rows: string[]; total: number }> {
  const declared = (await findAccount(tx, accountId))?.data.declared_actions ?? [];
  if (declared.length === 0) return listActions(tx, accountId, slice);
  const recorded = await listActions(tx, accountId, { limit: Number.MAX_SAFE_INTEGER, offset: 0 });
  const all = union(declared, recorded.rows);
  return { rows: all.slice(slice.offset, slice.offset + slice.limit), total: all.length };
}

const union = (declared: readonly string[], used: string[]): string[] =>
  declared.length === 0 ? used : [...new Set([...declared, ...used])].sort();
