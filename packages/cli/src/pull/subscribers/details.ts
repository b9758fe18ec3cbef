import type { Purchase } from '@trickle/sdk';
import { ApiError } from '@trickle/sdk';
import { isObject } from '../../parse-json.ts';
import type { Json, Source } from '../parts.ts';
import { readAll } from '../read-all.ts';
import { recordForm } from '../record-form.ts';
import { looksPersonal } from '../safe-values.ts';
import { SKIPPED } from '../skipped.ts';
import type { GroupValue } from './groups.ts';
import { otherTime } from './other-time.ts';
import { rounded } from './pseudonyms.ts';
import type { Register } from './register.ts';
import type { Replaced, Workshop } from './subscriber-form.ts';
import { replaced, typeOf } from './typed-value.ts';

/** Refusals in a row after which nothing more is asked. */
const MAX_REFUSALS = 3;

/** Reads campaign subscriptions and purchases of subscribers. */
export class DetailsReader {
  readonly #source: Source;
  readonly #register: Register;
  /** Refusals before the first response, by the name of the list. */
  readonly #refusals = new Map<string, number>();
  /** Lists that the service refused, with the status. */
  readonly skipped = new Map<string, number>();

  constructor(source: Source, register: Register) {
    this.#source = source;
    this.#register = register;
  }

  /** Takes a line of an earlier run. */
  retake({ type, part, status }: Json): void {
    if (type === 'skipped details') this.skipped.set(String(part), Number(status));
  }

  /** Reads the details of a subscriber, unless an earlier run has. `id` is that of the service. */
  async read(rank: string, id: string): Promise<void> {
    if (this.#register.details.has(rank)) return;
    const { client, options } = this.#source;
    const subscriptions = await this.#list('subscriptions', () =>
      readAll(
        'campaign subscriptions',
        (page) => client.campaignSubscriptions.list(id, { page }, options),
        (item) => item.id,
      ),
    );
    const purchases = await this.#list('purchases', () =>
      readAll(
        'purchases',
        (page) => client.purchases.list(id, { page }, options),
        (item) => item.id,
      ),
    );
    await this.#register.addDetails(
      rank,
      detailsForm(id, { subscriptions, purchases }, this.#register.workshop),
    );
  }

  async #list<Item>(part: string, read: () => Promise<Item[]>): Promise<Item[]> {
    if (this.skipped.has(part)) return [];
    try {
      const items = await read();
      this.#refusals.set(part, Number.NEGATIVE_INFINITY);
      return items;
    } catch (error) {
      if (!(error instanceof ApiError) || !SKIPPED.includes(error.status)) throw error;
      const refusals = (this.#refusals.get(part) ?? 0) + 1; // one subscriber may have been deleted
      this.#refusals.set(part, refusals);
      if (refusals < MAX_REFUSALS) return [];
      this.skipped.set(part, error.status);
      await this.#register.journal.append({
        type: 'skipped details',
        part,
        status: error.status,
        done: true,
      });
      return [];
    }
  }
}

interface Details {
  readonly subscriptions: readonly object[];
  readonly purchases: readonly Purchase[];
}

/** The details of a subscriber in the form of a seed, with pseudonyms. */
function detailsForm(id: string, { subscriptions, purchases }: Details, workshop: Workshop): Replaced {
  const work: Work = { subscriber: id, workshop, found: [], counted: new Map() };
  const progress = subscriptions.flatMap((subscription) => {
    const { campaign_id: campaign, is_complete: isComplete, lap } = subscription as Json; // a record of a response
    return typeof campaign !== 'string' && typeof campaign !== 'number'
      ? []
      : [
          {
            campaign: String(campaign),
            isComplete: isComplete === true,
            lap: Math.max(1, Number(lap) || 1),
          },
        ];
  });
  const forms = purchases.flatMap((purchase) => {
    const result = recordForm('purchases', purchase);
    if ('refused' in result) return [];
    const items = (Array.isArray(purchase.items) ? purchase.items : []).flatMap((item) => {
      const form = recordForm('items', item);
      return 'refused' in form ? [] : [form.form];
    });
    const form = { ...result.form, ...(items.length > 0 && { items }) };
    return [workshop.options.plain ? form : (replacedPurchase(form, work) as Json)]; // an object
  });
  return { form: { progress, purchases: forms }, traces: work.found };
}

/** The purchases of a subscriber while they are replaced. */
interface Work {
  readonly subscriber: string;
  readonly workshop: Workshop;
  readonly found: bigint[];
  /** The values that this subscriber is counted for. */
  readonly counted: Map<string, GroupValue | string | undefined>;
}

/** Replaces the texts of a purchase. Names of products that enough subscribers have bought are kept. */
function replacedPurchase(value: unknown, work: Work, member = ''): unknown {
  const { subscriber, workshop, found, counted } = work;
  const { pseudonyms, groups, traces } = workshop;
  if (typeof value === 'number') return member === 'quantity' ? value : rounded(value);
  if (Array.isArray(value)) return value.map((item) => replacedPurchase(item, work, member));
  if (isObject(value)) {
    const members = Object.entries(value).filter(([name]) => !looksPersonal(name));
    return Object.fromEntries(
      members.map(([name, item]) => [name, replacedPurchase(item, work, name)] as const),
    );
  }
  if (typeof value !== 'string') return value;
  if (member === 'occurred_at') return otherTime(pseudonyms.hash, subscriber, value);
  if (member === 'id' || member === 'order_id') {
    found.push(...traces.of(value, ['email', 'id']));
    return pseudonyms.id(value);
  }
  if (looksPersonal(value) || member === 'permalink') found.push(...traces.of(value));
  const kind = `purchase ${member}`;
  const key = `${kind} ${value}`;
  if (!counted.has(key)) {
    const type = member === 'permalink' ? 'url' : typeOf(value);
    counted.set(key, groups.count(kind, value, replaced(value, type, pseudonyms)));
  }
  return counted.get(key);
}
