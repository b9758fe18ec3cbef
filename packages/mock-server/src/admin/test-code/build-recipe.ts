import type { RequestEntry } from '../../observe/request-log/log.ts';
import { bodyOf } from '../../observe/request-log/recorded-request.ts';
import type { AccountSeed } from '../../seed/schema.ts';
import { isoTime } from '../../shared/values/iso-time.ts';
import type { Difference, Thing } from '../checkpoints/difference.ts';
import type { Trace } from '../queries/trace/trace.ts';
import { IGNORED_NOUNS, type Recipe } from './recipe.ts';
import { partOf } from './seed-part.ts';

/** An account as a seed. */
export interface States {
  readonly now: AccountSeed;
  /** As it was before the requests, as far as that is known. */
  readonly before: AccountSeed | undefined;
}

/**
 * Describes a test that repeats the request that began a trace, after those of `requests` that concern the same
 * subscribers.
 */
export function recipeOfTrace(
  { rows }: Trace,
  requests: readonly RequestEntry[],
  { now, before }: States,
): Recipe {
  const last = beginningOf(rows, requests);
  const ids = new Set(rows.flatMap(({ subscriberId }) => subscriberId ?? []));
  const sent = requests.filter(
    (entry) =>
      entry === last ||
      (entry.seq < last.seq && isRepeatable(entry) && entry.concerned.some((id) => ids.has(id))),
  );
  const emails = new Set(rows.flatMap(({ email }) => email?.toLowerCase() ?? []));
  const records = new Set([
    ...rows.flatMap(({ ref }) => ref?.id ?? []),
    ...sent.flatMap(({ path }) => path.split('/')), // those that the requests name
  ]);
  return {
    title: `${last.method} ${last.path} and what follows`,
    origin: `Recorded from request ${last.id} at ${isoTime(timeOf(last))}.`,
    seed: { accounts: [partOf(now, before, { emails, records })] },
    ...replay(sent, Math.max(timeOf(last), ...rows.map(({ at }) => Date.parse(at)))),
    expected: { trace: rows.filter(isExpected).map(({ sentence }) => sentence) },
  };
}

/** Without the deliveries of webhooks, since a test has no receiver. */
const isExpected = ({ type }: Trace['rows'][number]): boolean => !type.startsWith('webhook');

function beginningOf([root]: Trace['rows'], requests: readonly RequestEntry[]): RequestEntry {
  const entry = requests.find(({ id }) => id === root?.id);
  if (entry && isRepeatable(entry)) return entry;
  const reason = entry ? 'which a test cannot repeat' : 'which is no recorded request';
  throw new RangeError(
    `it began with “${root?.sentence}”, ${reason}: choose what a request to the REST API led to`,
  );
}

/** What changed after a checkpoint, and until when. */
interface Changes {
  readonly accountId: string;
  readonly difference: Difference;
  /** Milliseconds since 1970, on the account's clock. */
  readonly end: number;
}

/** Describes a test that repeats the requests after a checkpoint. */
export function recipeOfDifference(
  { accountId, difference, end }: Changes,
  requests: readonly RequestEntry[],
  { now, before }: States,
): Recipe {
  const { id, name = id } = difference.since;
  const sent = requests.filter(isRepeatable);
  if (sent.length === 0) throw new RangeError(`no request has changed anything since ${name}`);
  const ids = new Set(sent.flatMap(({ concerned }) => concerned));
  const known = (before?.subscribers ?? []).filter(({ id = '' }) => ids.has(id));
  const emails = new Set(known.map(({ email }) => email.toLowerCase()));
  return {
    title: `the changes after ${name}`,
    origin: `Recorded from the requests after ${name}.`,
    seed: { accounts: [partOf(now, before, { emails })] },
    ...replay(sent, end),
    expected: { changes: changesIn(difference, accountId) },
  };
}

/** The changed records of an account by noun and label, in alphabetical order. */
function changesIn({ nouns }: Difference, accountId: string): string[] {
  const lines = Object.entries(nouns).flatMap(([noun, changes]) =>
    Object.entries(changes).flatMap(([kind, things]: [string, readonly Thing[]]) =>
      things.flatMap(({ label, accountId: owner = accountId }) =>
        label === undefined || owner !== accountId || IGNORED_NOUNS.includes(noun)
          ? []
          : [`${noun} ${kind}: ${label}`],
      ),
    ),
  );
  return lines.sort();
}

/** Whether a request can be sent to another server, and may have changed something. */
const isRepeatable = ({ method, path, status = 500 }: RequestEntry): boolean =>
  method !== 'GET' && method !== 'HEAD' && /^\/v[23]\//.test(path) && status < 500;

const timeOf = ({ at, accountAt = at }: RequestEntry): number => accountAt;

/** The requests as steps, at the times at which they came. */
function replay(sent: readonly RequestEntry[], end: number): Pick<Recipe, 'now' | 'steps' | 'rest'> {
  const times = sent.map(timeOf);
  return {
    now: new Date(times[0] ?? end).toISOString(),
    steps: sent.map((entry, i) => {
      const { method, path, query, status = 0 } = entry;
      const body = bodyOf(entry);
      const delay = Math.max(0, timeOf(entry) - (times[i - 1] ?? timeOf(entry)));
      return {
        ...{ method, path: query === '' ? path : `${path}?${query}`, status, delay },
        ...(body !== undefined && { body }),
      };
    }),
    rest: Math.max(0, end - (times.at(-1) ?? end)),
  };
}
