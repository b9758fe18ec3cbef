import type { Context } from '../../../domain/context/context.ts';
import type { RecordTable } from '../../../store/records/record-data.ts';
import { findRecord } from '../../../store/tables/records.ts';

/** A record that tells more about an item of the history. */
export interface Reference {
  readonly type: string;
  readonly id: string;
}

/** The words of the sentence of an item. */
export interface Words {
  /** The email address of the subscriber, or words for it. */
  readonly who: string;
  /** The record that the item names, as in `the campaign “Welcome”`. */
  readonly record: string;
  /** Why the next email is kept back. */
  readonly keptBack: string | undefined;
}

/** The parts of an item that its type decides. */
export interface Description {
  readonly type:
    | ('request' | 'outcome' | 'event' | 'custom_event' | 'timeline_event' | 'conversion' | 'form_submission')
    | ('subscription' | 'membership' | 'broadcast' | 'email' | 'webhook_delivery' | 'webhook_attempt' | 'job')
    /** Items that cannot be shown any more, or have nothing to show. */
    | ('admin' | 'seed' | 'unknown');
  readonly sentence: (words: Words) => string;
  /** Default: `done`. */
  readonly state?: 'done' | 'waiting' | 'failed' | 'refused' | undefined;
  /** When a wait ends, unless rules decide: ISO 8601, or milliseconds since 1970. */
  readonly until?: string | number | null;
  /** Whether the rules of the campaign or the workflow that it refers to decide how long it waits. */
  readonly isDecidedByRules?: boolean;
  /** The record that tells more. Default: the subscriber. */
  readonly ref?: Reference | undefined;
  /** Other records, which the activity refers to as well. The first one is named instead of `ref`. */
  readonly others?: readonly Reference[];
  /** The title in the activity. Default: the name of the record. */
  readonly title?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Whether it is part of another item of the trace. */
  readonly isHidden?: boolean;
}

/** A request or an action, something that it led to, or something that waits. */
export interface Item extends Description {
  readonly id: string;
  /** The name by which the items below it know it. */
  readonly name: string;
  /** Milliseconds since 1970; `-Infinity` to take the time of the item above. */
  readonly at: number;
  /** The number among the rows of all tables. Undefined for an item that is known only by what it led to. */
  readonly seq?: number;
  readonly subscriberId: string | null;
  /** The names of the items above it, see `Place`. */
  readonly parent: string | null;
  /** The item that all began with; null if unknown. */
  readonly root: string | null;
}

/** Makes an item that is not stored in a table with places. */
export const unstored = (
  description: Description,
  base: Pick<Item, 'id' | 'name'> & Partial<Item>,
): Item => ({
  at: Number.NEGATIVE_INFINITY,
  subscriberId: null,
  parent: null,
  root: null,
  ...description,
  ...base,
});

/** The tables of the records that sentences and titles name, and the nouns for them. */
const NAMED: Readonly<Record<string, readonly [RecordTable, noun: string]>> = {
  campaign: ['campaigns', 'campaign'],
  workflow: ['workflows', 'workflow'],
  goal: ['goals', 'conversion'],
  form: ['forms', 'form'],
};

/** A record that an item names: its name, undefined if it is gone, and words for it. */
interface Named {
  readonly name?: string | undefined;
  readonly record: string;
}

/** The records that items name. Each is read once. */
export async function namedBy(
  { tx, accountId }: Context,
  items: readonly Pick<Item, 'ref' | 'others'>[],
): Promise<Named[]> {
  const known = new Map<string, Named>();
  const all: Named[] = [];
  for (const { ref, others = [] } of items) {
    const { type = '', id = '' } = others[0] ?? ref ?? {};
    const [table, noun] = NAMED[type] ?? [];
    let named = known.get(`${type} ${id}`) ?? { record: '' };
    if (table !== undefined && named.record === '') {
      const name = (await findRecord(tx, accountId, table, id))?.name;
      named = { name, record: name ? `the ${noun} “${name}”` : `the ${noun} ${id}` };
      known.set(`${type} ${id}`, named);
    }
    all.push(named);
  }
  return all;
}
