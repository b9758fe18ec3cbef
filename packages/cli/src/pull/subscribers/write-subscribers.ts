import type { Json } from '../parts.ts';
import { byId } from '../record-form.ts';
import type { Chosen } from './choose.ts';
import { HashCounts } from './hash-counts.ts';
import type { KeyedHash } from './keyed-hash.ts';
import type { Register } from './register.ts';
import type { Resolver } from './resolve.ts';

/** What the account has about the subscribers who are copied. */
export interface SubscribersOfAccount {
  readonly purchases: readonly Json[];
  /** The subscribers of campaigns, by the id of the campaign. */
  readonly ofCampaigns: ReadonlyMap<string, readonly Json[]>;
  /** What a seed would refuse. */
  readonly leftOut: readonly string[];
}

/** How far a subscriber is in a campaign. */
interface Progress {
  readonly campaign: string;
  readonly isComplete: boolean;
  readonly lap: number;
}

/** Writes the chosen subscribers, one a line. */
export async function writeSubscribers(
  register: Register,
  resolver: Resolver,
  { numbers }: Chosen,
  writeLine: (line: string) => Promise<void>,
): Promise<SubscribersOfAccount> {
  const { ranks } = register;
  const unique = new Uniqueness(register.workshop.pseudonyms.hash);
  const members = new Set(register.memberships.map(({ subscriber }) => subscriber));
  const emails = new Map<number, string>();
  const progress = new Map<number, readonly Progress[]>();
  const purchases: Json[] = [];
  for (const number of numbers) {
    const { form } = await register.read(number);
    const subscriber = unique.checked(resolver.subscriber(form as Json)); // written by the register
    if (!subscriber) continue;
    const email = String(subscriber.email);
    const details = await detailsOf(ranks[number] ?? '', register, resolver);
    if (members.has(number)) emails.set(number, email);
    if (details.progress.length > 0) progress.set(number, details.progress);
    purchases.push(...details.purchases.map(({ id, ...purchase }) => ({ id, email, ...purchase })));
    await writeLine(`${JSON.stringify(withoutPurchases(subscriber, details.purchases))}\n`);
  }
  const ofCampaigns = subscribersOf(register, emails, progress);
  return { purchases: purchases.sort(byId), ofCampaigns, leftOut: unique.leftOut };
}

async function detailsOf(rank: string, register: Register, resolver: Resolver) {
  const place = register.details.get(rank);
  if (!place) return { progress: [], purchases: [] };
  const { form } = await register.journal.read(place);
  const { progress, purchases } = form as { progress: Progress[]; purchases: Json[] }; // written by the register
  return { progress, purchases: purchases.map((purchase) => resolver.purchase(purchase)) };
}

/** A seed adds purchases to the lifetime value of their buyers. */
function withoutPurchases(subscriber: Json, purchases: readonly Json[]): Json {
  if (purchases.length === 0 || typeof subscriber.lifetime_value !== 'number') return subscriber;
  const sum = purchases.reduce((total, { amount }) => total + Number(amount), 0);
  return { ...subscriber, lifetime_value: Math.max(0, subscriber.lifetime_value - sum) };
}

function subscribersOf(
  { memberships }: Register,
  emails: ReadonlyMap<number, string>,
  progress: ReadonlyMap<number, readonly Progress[]>,
): Map<string, Json[]> {
  const campaigns = new Map<string, Map<string, Json>>();
  for (const { subscriber, campaign, status } of memberships) {
    const email = emails.get(subscriber);
    if (email === undefined) continue;
    const list = campaigns.get(campaign) ?? new Map<string, Json>();
    const { isComplete = false, lap = 1 } =
      progress.get(subscriber)?.find((item) => item.campaign === campaign) ?? {};
    campaigns.set(campaign, list);
    list.set(email, {
      email,
      ...(status !== 'active' && { status }),
      ...(isComplete && { is_complete: true }),
      ...(lap > 1 && { lap }),
    });
  }
  const inOrder = ([a]: readonly [string, Json], [b]: readonly [string, Json]) => (a < b ? -1 : 1);
  return new Map(
    [...campaigns].map(([id, list]) => [id, [...list].sort(inOrder).map(([, subscriber]) => subscriber)]),
  );
}

/** Keeps addresses and ids unique, as a seed wants them. */
class Uniqueness {
  readonly #hash: KeyedHash;
  readonly #seen = new HashCounts();
  #subscribers = 0;
  #withoutUserId = 0;

  constructor(hash: KeyedHash) {
    this.#hash = hash;
  }

  /** The subscriber, without a user id that another subscriber has; undefined if another has the address or the id. */
  checked(subscriber: Json): Json | undefined {
    if (
      !this.#isNew('email', String(subscriber.email).toLowerCase()) ||
      !this.#isNew('id', String(subscriber.id))
    ) {
      this.#subscribers += 1;
      return undefined;
    }
    const { user_id: userId, ...others } = subscriber;
    if (typeof userId !== 'string' || this.#isNew('user id', userId)) return subscriber;
    this.#withoutUserId += 1;
    return others;
  }

  #isNew(kind: string, value: string): boolean {
    return this.#seen.add(this.#hash.digest(`unique ${kind}`, value).readBigUInt64BE()) === 1;
  }

  get leftOut(): string[] {
    return [
      ...(this.#subscribers > 0 ? [`subscribers: ${this.#subscribers} with the address of another one`] : []),
      ...(this.#withoutUserId > 0
        ? [`subscribers: the user id of ${this.#withoutUserId}, which others have too`]
        : []),
    ];
  }
}
