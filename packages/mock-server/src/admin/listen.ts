import { followRows, Notifier } from '../shared/platform/notifier.ts';
import { after as afterReal, systemClock } from '../shared/platform/timers.ts';
import { ALL_TABLES } from '../store/engine/transaction-end.ts';
import { findAccount } from '../store/tables/accounts.ts';
import {
  lastWebhookPayloadNumber,
  pageOfWebhookPayloadsAfter,
  type WebhookPayloadRow,
  webhookListeners,
} from '../store/tables/webhook-payloads.ts';
import type { Runtime } from './runtime.ts';

/** Real milliseconds that payloads are still recorded after the last listener has gone, so that it can return. */
const LEASE = 10 * 60_000;

/** Real milliseconds between two renewals of the lease. */
const RENEWAL = 60_000;

export interface ListenerOptions {
  readonly accountId: string;
  /** Starts after the payload with this sequence number. Default: from now on. */
  readonly after?: number | undefined;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

/** The first message of a stream of payloads. */
export interface ListeningStart {
  /** The sequence number after which the payloads follow. */
  readonly after: number;
  /** Whether payloads since the one that the listener named may be missing. */
  readonly isIncomplete: boolean;
}

/**
 * Streams the webhook payloads of an account: first the start, then the body that a webhook of all events would receive
 * for each event, rendered when the event occurred. Ends on abort and when the server closes.
 */
// Unspecified: U-199
export async function* listenToWebhooks(
  runtime: Runtime,
  { accountId, after, signal: given }: ListenerOptions,
): AsyncGenerator<ListeningStart | WebhookPayloadRow, void> {
  const { store, closing } = runtime;
  const signal = AbortSignal.any([given, closing.signal]);
  const news = new Notifier();
  const end = keepListening(runtime, accountId, news);
  // Not in the generator, which stays suspended once its reader is gone.
  signal.addEventListener('abort', end);
  try {
    const start = await register(runtime, accountId, after);
    yield start;
    yield* followRows(news, signal, start.after, (last) =>
      store.read((tx) => pageOfWebhookPayloadsAfter(tx, accountId, last), accountId),
    );
  } finally {
    end();
    signal.removeEventListener('abort', end);
  }
}

/** Has payloads recorded from now on, in the transaction that finds the start. */
function register({ store }: Runtime, accountId: string, after: number | undefined): Promise<ListeningStart> {
  return store.write(async (tx) => {
    const now = systemClock.now();
    const isRecording = ((await webhookListeners.pick(tx, accountId, {}, 'expiresAt')) ?? 0) > now;
    await webhookListeners.put(tx, accountId, { expiresAt: now + LEASE });
    const newest = await lastWebhookPayloadNumber(tx, accountId);
    if (after === undefined) return { after: newest, isIncomplete: false };
    if (!isRecording) return { after: newest, isIncomplete: true }; // there would be gaps between earlier ones
    // A higher number is one of another database, such as that of a server in memory before its restart.
    return { after: Math.min(after, newest), isIncomplete: after > newest };
  }, accountId);
}

/** Reports new payloads, and renews the lease: in time, and when a reset or a checkpoint has removed it. Returns the function that ends both. */
function keepListening({ store, report }: Runtime, accountId: string, news: Notifier): () => void {
  const renew = (isMissing: (expiresAt: number | undefined) => boolean) =>
    void store
      .write(async (tx) => {
        const isNeeded = isMissing(await webhookListeners.pick(tx, accountId, {}, 'expiresAt'));
        // The account may have been removed.
        if (!isNeeded || !(await findAccount(tx, accountId))) return;
        await webhookListeners.put(tx, accountId, { expiresAt: systemClock.now() + LEASE });
      }, accountId)
      .catch(report);
  const unwatch = store.watch(accountId, (tables) => {
    const isReplaced = tables.has(ALL_TABLES);
    if (isReplaced || tables.has('webhook_payloads')) news.fire();
    // A reset first deletes the account, and then applies the seed.
    if (isReplaced || tables.has('webhook_listeners') || tables.has('accounts')) {
      renew((expiresAt) => expiresAt === undefined);
    }
  });
  let cancel = () => {};
  const repeat = () => {
    cancel = afterReal(RENEWAL, () => {
      renew(() => true);
      repeat();
    });
  };
  repeat();
  return () => {
    unwatch();
    cancel();
  };
}
