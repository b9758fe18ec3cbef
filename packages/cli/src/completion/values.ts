import { readConfigFile } from '../connection/config-file.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Source } from '../terminal/option.ts';
import type { ProcessIo } from '../terminal/process-io.ts';

export interface Suggestion {
  readonly value: string;
  readonly description?: string | undefined;
}

export async function valuesOf(
  source: Exclude<Source, 'files'>,
  current: string,
  io: ProcessIo,
): Promise<readonly Suggestion[]> {
  if (source === 'accounts') return await accountsOf(io);
  if (source === 'events') return await eventsFor(current);
  // Names before the last comma are complete.
  const before = current.slice(0, current.lastIndexOf(',') + 1);
  const events = await eventsFor(current.slice(before.length));
  return events.map(({ value }) => ({ value: before + value }));
}

/** The events that fit a word: "subscriber." may be omitted. */
async function eventsFor(current: string): Promise<readonly Suggestion[]> {
  const { WEBHOOK_EVENTS } = await import('@trickle/sdk/contract');
  const short = WEBHOOK_EVENTS.map((event) => event.replace('subscriber.', ''));
  const names = current === '' ? WEBHOOK_EVENTS : [...WEBHOOK_EVENTS, ...short];
  return names.filter((name) => name.startsWith(current)).map((value) => ({ value }));
}

/** The account of the config file. An unreadable file gives no candidates. */
async function accountsOf({ env }: ProcessIo): Promise<readonly Suggestion[]> {
  try {
    const { accountId, baseUrl } = (await readConfigFile(env))?.values ?? {};
    return accountId ? [{ value: accountId, description: baseUrl }] : [];
  } catch (error) {
    if (error instanceof UsageError) return [];
    throw error;
  }
}
