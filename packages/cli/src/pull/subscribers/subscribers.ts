import type { CopiedSubscribers } from '../copy.ts';
import type { Journal, Place } from '../journal.ts';
import type { Json, PartForm, Source } from '../parts.ts';
import { readAll } from '../read-all.ts';
import type { Stage } from '../stage.ts';
import { withoutSubscribers } from '../without-subscribers.ts';
import { type Chosen, chooseSubscribers } from './choose.ts';
import { DetailsReader } from './details.ts';
import { Groups } from './groups.ts';
import type { KeyedHash } from './keyed-hash.ts';
import type { SubscriberOptions } from './options.ts';
import { Pseudonyms } from './pseudonyms.ts';
import { SubscriberReader } from './read-subscribers.ts';
import { Register } from './register.ts';
import { Resolver } from './resolve.ts';
import { Traces } from './traces.ts';
import { writeSubscribers } from './write-subscribers.ts';

/**
 * The subscribers of an account.
 *
 * They are replaced while they are read, and go to the journal as pseudonyms. In memory, there are digests of 8 bytes: of
 * each value that might be kept, with its number of subscribers, and of everything that identifies somebody, for the search
 * before anything is written. A value itself is remembered only from the moment when enough subscribers share it; in the
 * journal, it is encrypted. So memory depends on the number of values, not on their lengths, and no value of a subscriber is
 * on the disk, or in a crash.
 */
export class Subscribers {
  readonly options: SubscriberOptions;
  readonly #source: Source;
  readonly #register: Register;
  readonly #reader: SubscriberReader;
  readonly #details: DetailsReader;

  constructor(source: Source, journal: Journal, hash: KeyedHash, options: SubscriberOptions) {
    const [groups, traces] = [new Groups(hash, options.k), new Traces(hash)];
    this.options = options;
    this.#source = source;
    this.#register = new Register(journal, { pseudonyms: new Pseudonyms(hash), groups, traces, options });
    this.#reader = new SubscriberReader(source, this.#register);
    this.#details = new DetailsReader(source, this.#register);
  }

  get traces(): Traces {
    return this.#register.workshop.traces;
  }

  /** Lists of details that the service refused, with the status. */
  get skipped(): ReadonlyMap<string, number> {
    return this.#details.skipped;
  }

  /** A part of the account without what it has about subscribers, and with pseudonyms of tags that few of them have. */
  formOf(form: PartForm): PartForm {
    if (this.options.plain) return form;
    const { groups, pseudonyms } = this.#register.workshop;
    const { members, ...others } = withoutSubscribers(form, this.traces);
    const inCopy = (tag: string) => (groups.isRare('tag', tag) ? pseudonyms.tag(tag) : tag);
    const tags = Array.isArray(members.tags) && { tags: [...new Set(members.tags.map(inCopy))].sort() };
    return { ...others, members: { ...members, ...tags } };
  }

  /** Takes a line of an earlier run. */
  retake(line: Json, place: Place): void {
    this.#register.retake(line, place);
    this.#reader.retake(line);
    this.#details.retake(line);
  }

  /** Reads everybody, and the details of those who are chosen. */
  async read(hasCampaigns: boolean, show: (what: string) => void): Promise<void> {
    await this.#reader.readLists((count) => show(`Reading subscribers: ${count}`));
    if (hasCampaigns) {
      const { client, options } = this.#source;
      const campaigns = await readAll(
        'campaigns',
        (page) => client.campaigns.list({ page }, options),
        ({ id }) => id,
      );
      for (const { id } of campaigns) {
        show('Reading the subscribers of campaigns');
        await this.#reader.readCampaign(String(id));
      }
    }
    if (!this.options.details) return;
    const { numbers } = await this.#choose();
    const { ranks, workshop } = this.#register;
    for (const [i, number] of numbers.entries()) {
      show(`Reading details of subscribers: ${i} of ${numbers.length}`);
      const { form } = await this.#register.read(number);
      const { id } = form as { id: string }; // of a subscriber
      await this.#details.read(
        ranks[number] ?? '',
        this.options.plain ? id : workshop.pseudonyms.idBefore(id),
      );
    }
  }

  /** Writes those who are chosen to `subscribers.ndjson`. */
  async write(stage: Stage): Promise<CopiedSubscribers> {
    const chosen = await this.#choose();
    const copied: { written?: Awaited<ReturnType<typeof writeSubscribers>> } = {};
    await stage.add('subscribers.ndjson', async (file) => {
      copied.written = await writeSubscribers(this.#register, this.#resolver, chosen, (line) =>
        file.appendFile(line),
      );
    });
    const { leftOut, unsettled, unknownMembers } = this.#reader;
    const { purchases = [], ofCampaigns = new Map(), leftOut: repeated = [] } = copied.written ?? {};
    return {
      ...{
        options: this.options,
        key: this.#register.workshop.pseudonyms.hash.fingerprint,
        counts: chosen.counts,
        purchases,
        ofCampaigns,
      },
      unknownMembers: [...unknownMembers].sort().map((name) => `subscribers.${name}`),
      leftOut: [
        ...[...leftOut].sort().map(([what, count]) => `subscribers: ${count} ${what}`),
        ...repeated,
        ...(unsettled > 0
          ? [`subscribers: perhaps some, since ${unsettled} parts of the list kept changing`]
          : []),
      ],
    };
  }

  /** Made anew after more was read: a value may be kept by then. */
  get #resolver(): Resolver {
    return new Resolver(this.#register.workshop);
  }

  async #choose(): Promise<Chosen> {
    return await chooseSubscribers(this.#register, this.#resolver);
  }
}
