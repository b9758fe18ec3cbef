import type { AccountSeed } from '../../seed/schema.ts';
import { TOKEN } from './recipe.ts';

/** The kinds of records that a part of an account has. */
const NOUNS = ['campaigns', 'broadcasts', 'workflows', 'forms', 'goals', 'webhooks'] as const;

/** What a test needs of an account. */
export interface Needs {
  /** The subscribers' email addresses, in lower case. */
  readonly emails: ReadonlySet<string>;
  /** The ids of the records; undefined for all. */
  readonly records?: ReadonlySet<string> | undefined;
}

/** A member of a campaign or a workflow. */
interface Member {
  readonly email: string;
}

/** A record of a seed, as far as all kinds have the same members. */
interface Loose {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly subscribers?: readonly Member[] | undefined;
}

/**
 * The part of an account that a test needs: records as they are `now`, and subscribers and their places in campaigns and
 * workflows as they were `before`. Nothing leaves the account, and its only token is {@link TOKEN}.
 */
export function partOf(now: AccountSeed, before: AccountSeed | undefined, needs: Needs): AccountSeed {
  const isNeeded = ({ email }: Member) => needs.emails.has(email.toLowerCase());
  const records = NOUNS.map((noun) => {
    const old: readonly Loose[] = before?.[noun] ?? [];
    const kept = (now[noun] ?? ([] as readonly Loose[])).filter(
      ({ id }: Loose) => needs.records?.has(id ?? '') ?? true,
    );
    return [noun, kept.map((record: Loose) => withMembers(record, old, isNeeded))] as const;
  });
  const lists = {
    subscribers: before?.subscribers?.filter(isNeeded) ?? [],
    events: before?.events?.filter(isNeeded) ?? [],
    purchases: before?.purchases?.filter(isNeeded) ?? [],
    orders: before?.orders?.filter(isNeeded) ?? [],
    ...Object.fromEntries(records),
  };
  const settings = Object.entries(now).filter(([, value]) => !Array.isArray(value));
  return {
    ...Object.fromEntries(settings),
    ...(now.trigger_links && { trigger_links: now.trigger_links }),
    is_offline: true,
    users: [{ email: 'owner@example.com', token: TOKEN }],
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
  };
}

function withMembers(record: Loose, old: readonly Loose[], isNeeded: (member: Member) => boolean): Loose {
  const { subscribers: _, ...own } = record;
  const same = old.find(({ id, name }) => id === record.id || (id === undefined && name === record.name));
  const members = same?.subscribers?.filter(isNeeded) ?? [];
  return members.length === 0 ? own : { ...own, subscribers: members };
}
