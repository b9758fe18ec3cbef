import { isDeepStrictEqual } from 'node:util';
import { isObject, shownJson } from '../parse-json.ts';
import type { Copy } from './copy.ts';
import type { Json } from './parts.ts';

/** For longer texts, only the fact that they changed is shown. */
const MAX_SHOWN = 60;

type Content = Pick<Copy, 'account' | 'bodies'>;

/** The differences between two copies, one per line: `+` added, `-` removed, `~` changed. Subscribers are not compared. */
export function differenceOf(before: Content, now: Content): string[] {
  const [first, second] = [withoutSubscribers(withBodies(before)), withoutSubscribers(withBodies(now))];
  const nouns = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...nouns].flatMap((noun) => {
    const [old, current] = [first[noun], second[noun]];
    if (isDeepStrictEqual(old, current)) return [];
    if (!Array.isArray(old ?? []) || !Array.isArray(current ?? [])) {
      return [`~ account: ${changeOf(noun, old, current)}`];
    }
    return listDifference(noun, (old ?? []) as unknown[], (current ?? []) as unknown[]); // both are lists
  });
}

function listDifference(noun: string, before: readonly unknown[], now: readonly unknown[]): string[] {
  const [old, current] = [byKey(before), byKey(now)];
  const line = (sign: string, item: unknown) => `${sign} ${noun} ${labelOf(item)}`;
  return [
    ...[...current].flatMap(([key, item]) => (old.has(key) ? [] : [line('+', item)])),
    ...[...old].flatMap(([key, item]) => (current.has(key) ? [] : [line('-', item)])),
    ...[...current].flatMap(([key, item]) => {
      const changes = changesOf(old.get(key), item);
      return changes.length === 0 ? [] : [`${line('~', item)}: ${changes.join(', ')}`];
    }),
  ];
}

const byKey = (list: readonly unknown[]): ReadonlyMap<unknown, unknown> =>
  new Map(list.map((item) => [isObject(item) ? item.id : item, item]));

function labelOf(item: unknown): string {
  if (!isObject(item)) return shownJson(item);
  const { id, name = item.headline ?? item.post_url } = item;
  return name === undefined ? shownJson(id) : `${shownJson(name)} (${shownJson(id)})`;
}

function changesOf(before: unknown, now: unknown): string[] {
  if (!isObject(before) || !isObject(now)) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((name) => !isDeepStrictEqual(before[name], now[name]))
    .map((name) => changeOf(name, before[name], now[name]));
}

function changeOf(name: string, before: unknown, now: unknown): string {
  const [old, current] = [before, now].map((value) => (value === undefined ? 'none' : JSON.stringify(value)));
  const isShort = `${old}${current}`.length <= 2 * MAX_SHOWN;
  return isShort ? `${name} ${old} → ${current}` : `${name} changed`;
}

function withoutSubscribers(account: Json): Json {
  const { campaigns } = account;
  return {
    ...account,
    ...(Array.isArray(campaigns) && {
      campaigns: campaigns.map(({ subscribers, ...campaign }: Json) => campaign),
    }),
  };
}

/** The account with its bodies in place. Git can change their line endings. */
function withBodies({ account, bodies }: Content): Json {
  const broadcasts = account.broadcasts;
  if (!Array.isArray(broadcasts)) return account;
  const bodyOf = (value: unknown) => {
    const text = isObject(value) && typeof value.file === 'string' ? bodies.get(value.file) : value;
    return typeof text === 'string' ? text.replaceAll('\r\n', '\n') : text;
  };
  return {
    ...account,
    broadcasts: broadcasts.map((broadcast) => ({
      ...broadcast,
      html_body: bodyOf(broadcast.html_body),
      text_body: bodyOf(broadcast.text_body),
    })),
  };
}
