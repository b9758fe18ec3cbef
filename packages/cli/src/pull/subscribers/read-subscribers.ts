import type { Subscriber, SubscriberQuery } from '@trickle/sdk';
import { ApiError } from '@trickle/sdk';
import type { Journal } from '../journal.ts';
import type { Json, Source } from '../parts.ts';
import { countOf, readAll } from '../read-all.ts';
import { type ListPage, readWindow, type Window, type WindowState } from '../windows.ts';
import type { Register } from './register.ts';
import { subscriberForm } from './subscriber-form.ts';
import { type LeftOut, subscriberRecord, unknownMembersOf } from './subscriber-record.ts';

/** The most subscribers of a page. */
export const PER_PAGE = 1000;

/**
 * The lists in which subscribers are looked for, in this order, and their status there. A subscriber shows only `active` and
 * `unsubscribed`; everybody is in the last list, so nobody who moves from one to another is missed.
 */
const LISTS = {
  undeliverable: () => 'undeliverable',
  unsubscribed: () => 'unsubscribed',
  removed: (shown: string) => (shown === 'active' ? shown : 'removed'),
  all: (shown: string) => shown,
} as const satisfies Partial<Record<NonNullable<SubscriberQuery['status']>, (shown: string) => string>>;

type List = keyof typeof LISTS;

/** Reads all subscribers of an account into the register. */
export class SubscriberReader {
  readonly #source: Source;
  readonly #journal: Journal;
  readonly #register: Register;
  readonly #states = new Map<string, WindowState>();
  readonly #campaigns = new Set<string>();
  #startedAt: number;
  #canHalve = true;
  /** What was left out, and members that the interface does not describe. */
  readonly leftOut: LeftOut = new Map();
  readonly unknownMembers = new Set<string>();

  constructor(source: Source, register: Register) {
    this.#source = source;
    this.#register = register;
    this.#journal = register.journal;
    this.#startedAt = Math.floor(Date.now() / 1000);
  }

  /** How many windows kept changing. */
  get unsettled(): number {
    return [...this.#states.values()].filter((state) => state === 'unsettled').length;
  }

  /** Takes a line of an earlier run. */
  retake({ type, key, state, startedAt, canHalve, leftOut, unknownMembers }: Json): void {
    if (type === 'subscribers') [this.#startedAt, this.#canHalve] = [Number(startedAt), canHalve === true];
    if (type === 'campaign') this.#campaigns.add(String(key));
    if (type !== 'window') return;
    this.#states.set(String(key), state as WindowState); // written by `#note`
    for (const [what, count] of Object.entries(leftOut as Record<string, number>))
      this.leftOut.set(what, count); // as above
    for (const name of unknownMembers as string[]) this.unknownMembers.add(name); // as above
  }

  /** Reads the lists of all statuses. Calls `onPage` with the number of subscribers so far. */
  async readLists(onPage: (count: number) => void): Promise<void> {
    if (this.#states.size === 0) await this.#begin();
    for (const list of Object.keys(LISTS) as List[]) {
      const windows: Window[] = this.#canHalve
        ? [
            { start: 0, end: this.#startedAt },
            { start: this.#startedAt, end: undefined },
          ]
        : [{ start: 0, end: undefined }];
      for (const window of windows) await this.#readList(list, window, onPage);
    }
  }

  /** Reads who is in a campaign. */
  async readCampaign(id: string): Promise<void> {
    const { client, options } = this.#source;
    for (const status of ['active', 'unsubscribed', 'removed'] as const) {
      const key = `${status} ${id}`;
      if (this.#campaigns.has(key)) continue;
      const query = { status, sort: 'id', direction: 'asc', per_page: PER_PAGE } as const;
      const readPage = (page: number) => client.campaigns.listSubscribers(id, { ...query, page }, options);
      for (const { id: subscriber } of await readAll(
        'subscribers of campaigns',
        readPage,
        (item) => item.id,
      )) {
        await this.#register.join(this.#register.rankOf(String(subscriber)), id, status);
      }
      await this.#journal.append({ type: 'campaign', key, done: true });
    }
  }

  /** Finds out whether the service can list by time: nobody subscribed before 1970. */
  async #begin(): Promise<void> {
    const none = await this.#page('all', { start: 0, end: 1 }, 1, 1);
    this.#canHalve = none.total === 0;
    await this.#journal.append({
      ...{ type: 'subscribers', startedAt: this.#startedAt, canHalve: this.#canHalve },
      done: true,
    });
  }

  async #readList(list: List, window: Window, onPage: (count: number) => void): Promise<void> {
    const keyOf = ({ start, end = 0 }: Window) => `${list} ${start} ${end}`;
    await readWindow<Subscriber>(window, {
      canHalve: this.#canHalve,
      page: (part, number) => this.#page(list, part, number),
      take: async (subscribers) => {
        for (const subscriber of subscribers)
          await this.#take(subscriber, LISTS[list](String(subscriber.status)));
        onPage(this.#register.size);
      },
      idOf: ({ id }) => String(id),
      stateOf: (part) => this.#states.get(keyOf(part)),
      note: async (part, state) => {
        this.#states.set(keyOf(part), state);
        await this.#journal.append({
          ...{ type: 'window', key: keyOf(part), state, done: true },
          leftOut: Object.fromEntries(this.leftOut),
          unknownMembers: [...this.unknownMembers],
        });
      },
    });
  }

  async #page(
    status: List,
    { start, end }: Window,
    page: number,
    perPage = PER_PAGE,
  ): Promise<ListPage<Subscriber>> {
    const query: SubscriberQuery = {
      ...{ status, page, per_page: perPage },
      // One second earlier, since the interface does not say whether the moment itself is part of it.
      ...(start > 0 && { subscribed_after: timeOf(start - 1) }),
      ...(end !== undefined && { subscribed_before: timeOf(end) }),
    };
    try {
      const { items, meta } = await this.#source.client.subscribers.list(query, this.#source.options);
      return {
        items,
        total: countOf(meta.total_count) ?? items.length,
        pages: countOf(meta.total_pages) ?? 1,
      };
    } catch (error) {
      // A service may refuse a status that it does not have.
      if (status !== 'all' && error instanceof ApiError && error.status === 422)
        return { items: [], total: 0, pages: 0 };
      throw error;
    }
  }

  async #take(response: Subscriber, status: string): Promise<void> {
    const rank = this.#register.rankOf(String(response.id));
    if (this.#register.has(rank)) return;
    for (const name of unknownMembersOf(response))
      if (this.unknownMembers.size < 100) this.unknownMembers.add(name);
    const subscriber = subscriberRecord(response, status, this.leftOut);
    if (!subscriber) return await this.#register.refuse(rank);
    const { workshop } = this.#register;
    const replaced = workshop.options.plain
      ? { form: subscriber, traces: [] }
      : subscriberForm(subscriber, workshop);
    await this.#register.add(rank, status, replaced);
  }
}

const timeOf = (second: number): string => new Date(second * 1000).toISOString().replace('.000Z', 'Z');
