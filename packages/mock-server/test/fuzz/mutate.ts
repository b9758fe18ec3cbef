import type { Dice } from './dice.ts';
import { nastyText, nastyValue } from './nasty-values.ts';
import type { Sample } from './samples.ts';

/** A request as sent. */
export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A sample with up to three random changes. */
export function mutate(dice: Dice, sample: Sample): FuzzedRequest {
  const { method, path, headers, body } = sample;
  let request: FuzzedRequest = { method, path, headers, body: textOf(mutateBody(dice, body)) };
  if (dice.oneIn(3)) request = { ...request, path: mutatePath(dice, path) };
  if (dice.oneIn(5)) request = { ...request, headers: mutateHeaders(dice, headers) };
  if (dice.oneIn(20))
    request = { ...request, method: dice.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) };
  if (request.body !== undefined && dice.oneIn(10))
    request = { ...request, body: mutateText(dice, request.body) };
  return request.method === 'GET' ? { ...request, body: undefined } : request;
}

const textOf = (body: unknown): string | undefined =>
  typeof body === 'string' || body === undefined ? body : JSON.stringify(body);

function mutateBody(dice: Dice, body: unknown): unknown {
  if (body === undefined) return dice.oneIn(10) ? nastyValue(dice) : undefined;
  let changed: unknown = body;
  const count = dice.below(4);
  for (let i = 0; i < count; i++) changed = mutateValue(dice, changed);
  return changed;
}

/** Changes one random place of a JSON value. */
function mutateValue(dice: Dice, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || dice.oneIn(6)) return nastyValue(dice);
  if (Array.isArray(value)) {
    if (value.length === 0 || dice.oneIn(4)) return [...value, nastyValue(dice)];
    const at = dice.below(value.length);
    return value.map((item, i) => (i === at ? mutateValue(dice, item) : item));
  }
  const entries = Object.entries(value);
  const at = dice.below(entries.length + 1);
  const [name, member] = entries[at] ?? [nastyText(dice), undefined];
  if (dice.oneIn(5)) return Object.fromEntries(entries.filter((_, i) => i !== at));
  if (dice.oneIn(6)) return Object.fromEntries([...entries, [nastyText(dice), nastyValue(dice)]]);
  return Object.fromEntries([...entries.filter((_, i) => i !== at), [name, mutateValue(dice, member)]]);
}

/** Breaks the text of a body: truncates it, repeats a part, or inserts something unusual. */
function mutateText(dice: Dice, text: string): string {
  const at = dice.below(text.length + 1);
  switch (dice.below(3)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(dice.below(at + 1));
    default:
      return text.slice(0, at) + nastyText(dice) + text.slice(at);
  }
}

function mutatePath(dice: Dice, path: string): string {
  const [place = '', query] = path.split('?');
  const parts = place.split('/');
  const at = 1 + dice.below(Math.max(1, parts.length - 1));
  const encoded = encodeLoosely(nastyText(dice));
  switch (dice.below(6)) {
    case 0:
      parts[at] = encoded;
      break;
    case 1:
      parts.splice(at, 0, '');
      break;
    case 2:
      parts.push(encoded);
      break;
    case 3:
      return `${place}?${query === undefined ? '' : `${query}&`}${encoded}=${encodeLoosely(nastyText(dice))}`;
    case 4:
      return `${place}?page=${encoded}&per_page=${dice.pick(['-1', '0', '1e9', '1001', encoded])}&status=${encoded}`;
    default:
      parts[at] = `${parts[at]}${dice.pick(['.json', '/', '%2F', '%', '%E0%A4%A', ';x=1', '+'])}`;
  }
  return parts.join('/') + (query === undefined ? '' : `?${query}`);
}

/** Percent-encodes invalid characters of a URL, and a lone surrogate like the bytes that some clients send. */
const encodeLoosely = (text: string) =>
  Array.from(text.slice(0, 4000), (letter) =>
    /[\ud800-\udfff]/.test(letter) && letter.length === 1 ? '%ED%A0%80' : encodeURIComponent(letter),
  ).join('');

/** Headers with client-chosen values. */
const HEADERS = [
  ...['accept', 'authorization', 'content-type', 'cookie', 'forwarded', 'if-none-match', 'last-event-id'],
  ...['origin', 'referer', 'sec-fetch-site', 'user-agent'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
];

const mutateHeaders = (dice: Dice, headers: Readonly<Record<string, string>>) => ({
  ...headers,
  // Headers contain bytes only, without line breaks.
  [dice.pick(HEADERS)]: nastyText(dice)
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, 3000)
    .trim(),
});
