import { useEffect } from 'preact/hooks';
import { accountId } from '../api/accounts.ts';
import { checkpoints, followCheckpoints } from '../api/checkpoints.ts';
import { callApi } from '../api/request.ts';
import { useResource } from '../api/resource.ts';
import type { Item } from '../api/responses.ts';
import type { IconName } from '../design/icon/icon.tsx';
import { urlOfRecord } from '../design/id-link/id-link.tsx';
import { counted } from '../design/number/number.ts';
import { attempt } from '../design/toast/toast.tsx';
import { navigate, type QueryInput, urlOf } from '../location/location.ts';
import { actions, advance } from './actions.ts';
import { PLACES } from './places.ts';
import { recentVisits } from './recent.ts';

/** Something that the palette found. */
export interface Finding {
  readonly key: string;
  readonly icon: IconName;
  readonly title: string;
  readonly detail: string;
  readonly open: () => unknown;
}

type SearchResult = Item<'GET /_admin/search', 'results'>;

/** How results of each kind look, and where they lead. */
const KINDS: Readonly<
  Record<SearchResult['type'], readonly [icon: IconName, urlOf: (result: SearchResult) => string]>
> = {
  tag: ['users', ({ id }) => urlOf('/subscribers', { tag: id })],
  event: ['activity', ({ id }) => urlOf('/events', { action: id })],
  operation: ['request', ({ id }) => urlOf('/requests', { operation: id })],
  campaign: ['layers', ({ id }) => urlOfRecord('campaign', id)],
  broadcast: ['broadcast', ({ id }) => urlOfRecord('broadcast', id)],
  workflow: ['flow', ({ id }) => urlOfRecord('workflow', id)],
  form: ['form', ({ id }) => urlOfRecord('form', id)],
  goal: ['goal', ({ id }) => urlOfRecord('goal', id)],
  webhook: ['webhook', ({ id }) => urlOfRecord('webhook', id)],
  order: ['cart', ({ id }) => urlOfRecord('order', id)],
  product: ['cart', ({ title }) => urlOf('/commerce', { tab: 'products', search: title })],
  email: [
    'inbox',
    ({ id, title, detail }) =>
      detail === '1 email' ? urlOfRecord('email', id) : urlOf('/outbox', { search: title }),
  ],
  subscriber: ['users', ({ id }) => urlOfRecord('subscriber', id)],
  request: ['request', ({ id }) => urlOfRecord('request', id)],
};

interface Link extends Pick<Finding, 'icon' | 'title'> {
  readonly detail?: string | undefined;
  readonly url: string;
}

const linkTo = ({ icon, title, detail = '', url }: Link): Finding => ({
  key: `${title} ${url}`,
  icon,
  title,
  detail,
  open: () => navigate(url),
});

const placeIn = (title: string, icon: IconName, path: string, query: QueryInput): Finding =>
  linkTo({ icon, title, url: urlOf(path, query) });

/** The most results of the server, and of pages and actions. */
const [MAX_RESULTS, MAX_FIXED] = [20, 10];

/** A command such as `fail next upsert`. */
const FAIL = /^fail\b(?:\s+(?:the\s+)?next\b)?\s*(.*)$/i;

interface Findings {
  readonly findings: readonly Finding[];
  /** Whether the server's results are missing. */
  readonly isLoading: boolean;
}

/** What the palette finds for a text; without one, the records that were opened last, pages and actions. */
export function useFindings(text: string): Findings {
  const sought = text.trim();
  const [, failing] = FAIL.exec(sought) ?? [];
  const q = failing ?? sought;
  const input = { account_id: accountId.value, q, limit: MAX_RESULTS };
  const search = useResource(q === '' ? undefined : 'GET /_admin/search', input, []);
  useEffect(followCheckpoints, []);
  const results = search.data?.results ?? [];
  const fixed = fixedFindings().filter(({ title }) => matches(title, sought));
  if (sought === '') return { findings: [...recentFindings(), ...fixed], isLoading: false };
  const named = results.map((result) => {
    const [icon, url] = KINDS[result.type];
    return linkTo({ icon, title: result.title || result.id, detail: result.detail, url: url(result) });
  });
  const found = [...fixed.slice(0, MAX_FIXED), ...(failing === undefined ? named : [])];
  const findings = [
    ...commandsIn(sought),
    ...(failing === undefined ? [] : faultsFor(failing, results)),
    ...found.sort((one, other) => scoreOf(one.title, sought) - scoreOf(other.title, sought)),
  ];
  const isLoading = q !== '' && search.isLoading;
  return { findings: isLoading ? findings : [...findings, ...searchesFor(sought)], isLoading };
}

/** Lists that are searched for a text. */
const searchesFor = (text: string): Finding[] => [
  placeIn(`Search requests for “${text}”`, 'search', '/requests', { search: text }),
  placeIn(`Search events for “${text}”`, 'search', '/events', { search: text }),
];

const recentFindings = (): Finding[] =>
  recentVisits()
    .slice(0, 6)
    .map(({ url, title, kind }) =>
      linkTo({
        icon: 'clock',
        title,
        detail: kind,
        url: url + new URL(urlOf('/'), window.location.origin).search,
      }),
    );

const fixedFindings = (): Finding[] => [
  ...PLACES.map(({ icon, title, detail, path, query }) =>
    linkTo({ icon, title, detail, url: urlOf(path, query) }),
  ),
  ...(checkpoints.value ?? []).map(({ id, name = id }) =>
    linkTo({
      icon: 'checkpoint',
      title: name,
      detail: 'checkpoint',
      url: urlOf('/checkpoints', { compare: id }),
    }),
  ),
  ...actions().map(({ title, icon, run }) => ({ key: title, icon, title, detail: 'action', open: run })),
];

/** Units of time by their names, with how many of them a name stands for. */
const UNITS: Readonly<Record<string, readonly [unit: 'minutes' | 'hours' | 'days', count: number]>> = {
  ...{ minute: ['minutes', 1], min: ['minutes', 1], m: ['minutes', 1] },
  ...{ hour: ['hours', 1], h: ['hours', 1] },
  ...{ day: ['days', 1], d: ['days', 1], week: ['days', 7], w: ['days', 7] },
};

/** What a text says by itself: an HTTP status, or how far to advance the clock. */
function commandsIn(text: string): Finding[] {
  const [, status] = /^(?:status[: ])?([1-5](?:\d\d|xx))$/i.exec(text) ?? [];
  if (status !== undefined) {
    return [
      placeIn(`Requests with status ${status}`, 'request', '/requests', { search: `status:${status}` }),
    ];
  }
  const [, count = '', word = ''] =
    /^advance (?:the clock )?(?:by )?(\d{1,5}) ?([a-z]+?)s?$/i.exec(text) ?? [];
  const [unit, factor = 1] = UNITS[word.toLowerCase()] ?? [];
  if (unit === undefined) return [];
  const number = Number(count) * factor;
  const { title, icon, run } = advance(counted(number, unit), { [unit]: number });
  return [{ key: title, icon, title, detail: 'action', open: run }];
}

/** Faults for the next request to an operation, or to any. */
function faultsFor(operation: string, results: readonly SearchResult[]): Finding[] {
  const isOfSubscribers = (name: string) => Number(name.startsWith('subscribers.'));
  const names = results
    .filter(({ type }) => type === 'operation')
    .map(({ id }) => id)
    .sort((one, other) => isOfSubscribers(other) - isOfSubscribers(one));
  const targets = operation === '' ? [undefined] : names;
  return targets.map((name) => ({
    key: `fail ${name}`,
    icon: 'bolt',
    title: `Fail the next ${name ?? 'request'} with 503`,
    detail: 'action',
    open: () =>
      attempt('Fault added', () =>
        callApi('POST /_admin/faults', {
          ...{ on: 'request', status: 503, times: 1, account: accountId.value },
          ...(name !== undefined && { operation: name as 'tags.apply' }), // one of the operations
        }),
      ),
  }));
}

/** Whether a title contains every word of a text. */
const matches = (title: string, text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => title.toLowerCase().includes(word));

/** 0 for the text itself, 1 for what begins with it, 2 for what has a word that begins with it, 3 for the rest. */
function scoreOf(title: string, text: string): number {
  const [name, sought] = [title.toLowerCase(), text.toLowerCase()];
  if (name === sought) return 0;
  if (name.startsWith(sought)) return 1;
  return name.split(/[^a-z0-9]+/).some((word) => word.startsWith(sought)) ? 2 : 3;
}
