import type { RequestEntry } from '../../../observe/request-log/log.ts';
import { nameOf, readName, readRoot } from '../../../store/engine/place.ts';
import { findRecord, type RecordRow } from '../../../store/tables/records.ts';
import { type AdminContext, inAccount, type Scope } from '../../scope.ts';
import { type Item, unstored, type Words } from './items.ts';
import { reasonOf } from './sentences.ts';

/** The account of a trace. */
export interface Account {
  readonly scope: Scope;
  readonly accountId: string;
}

export const read = <T>(
  { scope, accountId }: Account,
  work: (context: AdminContext) => Promise<T>,
): Promise<T> => inAccount(scope, accountId, true, work);

/** Finds a recorded request of an account. Requests of email links name it in their path only. */
export async function findRequest(
  { scope, accountId }: Account,
  id: string,
): Promise<RequestEntry | undefined> {
  const entry = await scope.runtime.requestLog.find(id);
  return entry?.accountId === accountId || entry?.path.startsWith(`/e/${accountId}/`) ? entry : undefined;
}

type Above = Pick<Item, 'name' | 'parent' | 'subscriberId'>;

export async function rootOf(
  account: Account,
  { root }: Pick<Item, 'root'>,
  items: readonly Item[],
): Promise<Item> {
  const { type, id, what = 'of the admin API' } = readRoot(root ?? 'unknown');
  const name = id === null ? type : nameOf(type, id);
  const entry = type === 'request' ? await findRequest(account, id ?? '') : undefined;
  if (entry) return requestItem(entry, { name, parent: null, subscriberId: null });
  const times = items.map(({ at }) => at).filter(Number.isFinite);
  const at = times.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY);
  const base = { id: id ?? type, name, at };
  if (type === 'seed') return unstored({ type, sentence: () => 'The seed was applied' }, base);
  if (type === 'admin') return unstored({ type, sentence: () => `The operation ${what} was called` }, base);
  const gone = id === null ? type : `${type} ${id}`;
  const sentence = () => `What led to it is not known any more: ${gone}`;
  return unstored({ type: 'unknown', sentence }, base);
}

/** The items that only the places of others name: requests of recipients, broadcasts, earlier laps, and stays on workflows that are over. */
export async function impliedBy(
  account: Account,
  items: readonly Above[],
  known: Set<string>,
): Promise<Item[]> {
  const implied: Item[] = [];
  for (const { name, parent, subscriberId } of items) {
    const names = [...(parent?.split(' ') ?? []), name];
    for (const [i, name] of names.entries()) {
      if (known.has(name)) continue;
      known.add(name);
      const parent = names.slice(0, i).join(' ') || null;
      const item = await impliedItem(account, { name, parent, subscriberId });
      if (item) implied.push(item);
    }
  }
  return implied;
}

async function impliedItem(account: Account, above: Above): Promise<Item | undefined> {
  const { type, id } = readName(above.name);
  if (id === null) return undefined;
  if (type === 'request') {
    const entry = await findRequest(account, id);
    return entry && requestItem(entry, above);
  }
  if (type === 'broadcast') {
    const row = await read(account, ({ tx, accountId }) => findRecord(tx, accountId, 'broadcasts', id));
    return row && broadcastItem(row, above.name);
  }
  if (type === 'membership') {
    const workflow = id.slice(0, id.indexOf(`/${above.subscriberId}/`));
    const base = { id: `${workflow}/${above.subscriberId}`, ref: { type: 'workflow', id: workflow } };
    return unstored({ type, sentence: hasLeft }, { ...above, ...base });
  }
  if (type !== 'subscription') return undefined;
  const parts = id.split('/');
  const ref = { type: 'campaign', id: parts.slice(0, -2).join('/') };
  return unstored({ type, sentence: wasEarlier }, { ...above, id: parts.at(-2) ?? '', ref });
}

const hasLeft = ({ who, record }: Words) => `${who} entered ${record}, and has left it`;
const wasEarlier = ({ who, record }: Words) => `An earlier subscription of ${who} to ${record}`;

function requestItem(entry: RequestEntry, above: Above): Item {
  const { id, method, path, operation, status, problem } = entry;
  const what = `${method} ${path}${operation === undefined ? '' : ` (${operation})`}`;
  const reason = problem === undefined ? '' : `: ${reasonOf(problem)}`;
  const base = { id, at: entry.accountAt ?? entry.at, ref: { type: 'request', id }, ...above };
  const as = (state: Item['state'], answer: string) =>
    unstored({ type: 'request', state, sentence: () => `${what} ${answer}` }, base);
  if (status === undefined) return as('failed', 'got no answer');
  if (status < 400) return as('done', `was answered with ${status}`);
  return as(status < 500 ? 'refused' : 'failed', `was refused with ${status}${reason}`);
}

function broadcastItem({ id, name, status, sendAt }: RecordRow<'broadcasts'>, itemName: string): Item {
  const until = status === 'scheduled' ? sendAt : null;
  const base = { id, name: itemName, until, ref: { type: 'broadcast', id } };
  const as = (state: Item['state'], what: string) =>
    unstored({ type: 'broadcast', state, sentence: () => `The broadcast “${name}” ${what}` }, base);
  if (status === 'scheduled') return as('waiting', 'is scheduled');
  return status === 'sending' ? as('waiting', 'is being sent') : as('done', `was ${status}`);
}
