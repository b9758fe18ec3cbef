import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../terminal/exit-signal.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import { WORK } from './folder.ts';
import { Journal, type Place } from './journal.ts';
import type { Json, Part, PartForm, Source } from './parts.ts';
import { pullKey } from './subscribers/key.ts';
import { KeyedHash } from './subscribers/keyed-hash.ts';
import type { SubscriberOptions } from './subscribers/options.ts';
import { Subscribers } from './subscribers/subscribers.ts';
import type { Traces } from './subscribers/traces.ts';

/** What a pull has read so far. */
export interface Progress {
  readonly journal: Journal | undefined;
  readonly isResumed: boolean;
  readonly forms: ReadonlyMap<Part, PartForm>;
  /** The subscribers, if they are copied. */
  readonly subscribers: Subscribers | undefined;
  /** What identifies subscribers; undefined if they are copied as they are, or not at all. */
  readonly traces: Traces | undefined;
  /** Saves a part that was read. */
  save(part: Part, form: PartForm): Promise<void>;
}

/** What decides whether an interrupted pull can be continued. */
interface About {
  /** Undefined if nothing is written. */
  readonly folder: string | undefined;
  readonly accountId: string;
  readonly subscribers: SubscriberOptions | undefined;
}

/** Begins a pull, or continues one that was interrupted. */
export async function resumeProgress(
  { folder, accountId, subscribers: options }: About,
  source: Source,
  env: ProcessIo['env'],
): Promise<Progress> {
  const forms = new Map<Part, PartForm>();
  const hash = options && new KeyedHash(await pullKey(env));
  const head = {
    ...{ type: 'head', version: 1, account: accountId, subscribers: options ?? null },
    // Another key makes other pseudonyms.
    ...(hash && { key: hash.fingerprint }),
    done: true,
  };
  const mode = options?.plain ? 0o600 : 0o666;
  const journal =
    folder === undefined ? undefined : new Journal(join(folder, WORK, 'journal.ndjson'), head, mode);
  const subscribers = options && hash && journal && new Subscribers(source, journal, hash, options);
  let isResumed = false;
  const take = (record: Json, place: Place) => {
    if (record.type === 'head') requireSame(record, head);
    else isResumed = true;
    if (record.type === 'part')
      forms.set(record.part as Part, record.form as PartForm); // written by `save`
    else subscribers?.retake(record, place);
  };
  await journal?.replay(take).catch(async (error: unknown) => {
    await journal.close();
    throw error;
  });
  return {
    ...{ journal, isResumed, forms, subscribers },
    traces: options?.plain ? undefined : subscribers?.traces,
    async save(part, form) {
      forms.set(part, form);
      await journal?.append({ type: 'part', part, form, done: true });
    },
  };
}

function requireSame(before: Json, now: Json): void {
  if (isDeepStrictEqual(before, JSON.parse(JSON.stringify(now)))) return;
  const what =
    before.account === now.account ? 'other options for subscribers, or another key' : 'another account';
  throw new UsageError(
    `An interrupted pull of this folder had ${what}. Use the same to continue it, or start over with --restart.`,
  );
}
