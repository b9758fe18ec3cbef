import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { accountId, accounts } from '../api/accounts.ts';
import { checkpoints, followCheckpoints } from '../api/checkpoints.ts';
import { clock, serverNow } from '../api/clock.ts';
import { callApi, type Item } from '../api/request.ts';
import { useResource } from '../api/resource.ts';
import { useModal } from '../design/dialog/dialog.tsx';
import { Icon, type IconName } from '../design/icon/icon.tsx';
import { urlOfRecord } from '../design/link/link.tsx';
import { into } from '../design/signals.ts';
import { readMoment } from '../design/time/moment.ts';
import { act, attempt } from '../design/toast/toast.tsx';
import { navigate, type QueryInput, urlOf } from '../location/location.ts';
import { NOUNS, type Noun, PAGES, PARTS } from '../nouns.ts';
import { openDialog } from './keyboard.tsx';
import { theme } from './theme.tsx';
import { recentVisits } from './window-title.ts';

export const Palette = ({ onClose }: { readonly onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const text = useSignal('');
  const chosen = useSignal(0);
  useModal(dialog);
  const { findings, isLoading } = useFindings(text.value);
  /** Whether Enter was pressed before everything was found. */
  const isWanted = useRef(false);
  useLayoutEffect(() => {
    if (!isLoading && isWanted.current) open(findings[chosen.value]);
  }, [isLoading]);
  const open = (finding: Finding | undefined) => {
    if (!finding) return;
    onClose(); // at once: the dialog's event would come after the next key
    finding.open();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && isLoading) isWanted.current = true;
    else if (event.key === 'Enter') open(findings[chosen.value]);
    if (step === undefined) return;
    event.preventDefault();
    chosen.value = Math.min(findings.length - 1, Math.max(0, chosen.value + step));
    document.getElementById(`finding-${chosen.value}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <dialog ref={dialog} class="dialog palette" aria-label="Find" onClose={onClose}>
      <div class="line quiet palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Find pages, records and actions"
          aria-expanded="true"
          aria-controls="findings"
          aria-activedescendant={findings.length > 0 ? `finding-${chosen.value}` : undefined}
          placeholder="Find pages, records and actions"
          autocomplete="off"
          spellcheck={false}
          value={text.value}
          onKeyDown={onKeyDown}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
            isWanted.current = false;
            chosen.value = 0;
          }}
        />
      </div>
      <FindingList findings={findings} chosen={chosen.value} onOpen={open} />
    </dialog>
  );
};

interface FindingListProps {
  readonly findings: readonly Finding[];
  readonly chosen: number;
  readonly onOpen: (finding: Finding) => void;
}

const FindingList = ({ findings, chosen, onOpen }: FindingListProps) => (
  <div id="findings" role="listbox" aria-label="Findings" class="findings">
    {findings.map((finding, index) => (
      <button
        key={index}
        type="button"
        id={`finding-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === chosen}
        class="button bare finding"
        onClick={() => onOpen(finding)}
      >
        <Icon name={finding.icon} />
        <span class="finding-title">{finding.title}</span>
        <span class="small quiet">{finding.detail}</span>
      </button>
    ))}
    {findings.length === 0 && (
      <div role="option" aria-selected="false" aria-disabled="true" tabIndex={-1} class="finding quiet">
        Nothing found
      </div>
    )}
  </div>
);

interface Finding {
  readonly icon: IconName;
  readonly title: string;
  readonly detail: string;
  readonly open: () => unknown;
}

type SearchResult = Item<'GET /_admin/search', 'results'>;

const LISTS: Partial<
  Record<SearchResult['type'], readonly [noun: Noun, filterOf: (result: SearchResult) => QueryInput]>
> = {
  tag: ['subscriber', ({ id }) => ({ tag: id })],
  event: ['event', ({ id }) => ({ action: id })],
  operation: ['request', ({ id }) => ({ operation: id })],
  product: ['order', ({ title }) => ({ tab: 'products', search: title })],
};

function findingFor(result: SearchResult): Finding {
  const { type, id, title, detail } = result;
  const several: (typeof LISTS)[typeof type] =
    type === 'email' && detail !== '1 email' ? ['email', () => ({ search: title })] : LISTS[type];
  const [noun = type as Noun, filterOf] = several ?? []; // all others are nouns
  const url = filterOf ? urlOf(NOUNS[noun].path, filterOf(result)) : urlOfRecord(noun, id);
  return linkTo(NOUNS[noun].icon, title || id, url, detail);
}

const linkTo = (icon: IconName, title: string, url: string, detail = ''): Finding => ({
  ...{ icon, title, detail },
  open: () => navigate(url),
});

const actionOf = (icon: IconName, title: string, open: () => unknown): Finding => ({
  ...{ icon, title, detail: 'action', open },
});

const [MAX_RESULTS, MAX_FIXED] = [20, 10];

const FAIL = /^fail\b(?:\s+(?:the\s+)?next\b)?\s*(.*)$/i;

/** The palette's results for a string; without one, the records that were opened last, pages and actions. */
function useFindings(text: string) {
  const sought = text.trim();
  const [, failing] = FAIL.exec(sought) ?? [];
  const q = failing ?? sought;
  const input = { account_id: accountId.value, q, limit: MAX_RESULTS };
  const search = useResource(q === '' ? undefined : 'GET /_admin/search', input, []);
  useEffect(followCheckpoints, []);
  const results = search.data?.results ?? [];
  const fixed = fixedFindings().filter(({ title }) => matches(title, sought));
  if (sought === '') return { findings: [...recentFindings(), ...fixed], isLoading: false };
  const found = [...fixed.slice(0, MAX_FIXED), ...(failing === undefined ? results.map(findingFor) : [])];
  const findings = [
    ...commandsIn(sought),
    ...(failing === undefined ? [] : faultsFor(failing, results)),
    ...found.sort((one, other) => scoreOf(one.title, sought) - scoreOf(other.title, sought)),
  ];
  const isLoading = q !== '' && search.isLoading;
  return { findings: isLoading ? findings : [...findings, ...searchesFor(sought)], isLoading };
}

const searchesFor = (text: string): Finding[] => [
  linkTo('search', `Search requests for “${text}”`, urlOf('/requests', { search: text })),
  linkTo('search', `Search events for “${text}”`, urlOf('/events', { search: text })),
];

const recentFindings = (): Finding[] =>
  recentVisits()
    .slice(0, 6)
    .map(({ url, title, kind }) =>
      linkTo('clock', title, url + new URL(urlOf('/'), window.location.origin).search, kind),
    );

const fixedFindings = (): Finding[] => [
  ...PAGES.map(({ icon, title, path, key }) => linkTo(icon, title, urlOf(path), `g ${key}`)),
  ...PARTS.map(([title, noun, query]) => linkTo(NOUNS[noun].icon, title, urlOf(NOUNS[noun].path, query))),
  ...PAGES.flatMap(({ creates, path }) =>
    creates === undefined ? [] : linkTo('plus', `Create a ${creates}`, urlOf(path, { create: 'yes' })),
  ),
  ...(checkpoints.value ?? []).map(({ id, name = id }) =>
    linkTo('checkpoint', name, urlOf('/checkpoints', { compare: id }), 'checkpoint'),
  ),
  ...actions(),
];

/** The meaning of a string by itself: an HTTP status, or a span by which to advance the clock. */
function commandsIn(text: string): Finding[] {
  const [, status] = /^(?:status[: ])?([1-5](?:\d\d|xx))$/i.exec(text) ?? [];
  if (status !== undefined) {
    const url = urlOf('/requests', { search: `status:${status}` });
    return [linkTo('request', `Requests with status ${status}`, url)];
  }
  const [, far] = /^advance (?:the clock )?(?:by )?(.+)$/i.exec(text) ?? [];
  const moment = far && readMoment(far, serverNow.value, clock.value?.time_zone ?? 'Etc/UTC');
  if (!moment) return [];
  const by = /^\d/.test(far) ? `by ${far}` : far;
  return [advance(by, { until: new Date(moment).toISOString() })];
}

function faultsFor(operation: string, results: readonly SearchResult[]): Finding[] {
  const isOfSubscribers = (name: string) => Number(name.startsWith('subscribers.'));
  const names = results
    .filter(({ type }) => type === 'operation')
    .map(({ id }) => id)
    .sort((one, other) => isOfSubscribers(other) - isOfSubscribers(one));
  const targets = operation === '' ? [undefined] : names;
  return targets.map((name) =>
    actionOf('bolt', `Fail the next ${name ?? 'request'} with 503`, () =>
      attempt('Fault added', () =>
        callApi('POST /_admin/faults', {
          ...{ on: 'request', status: 503, times: 1, account: accountId.value },
          ...(name !== undefined && { operation: name as 'tags.apply' }), // one of the operations
        }),
      ),
    ),
  );
}

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

const advance = (far: string, duration: Readonly<Record<string, number | string>>): Finding =>
  actionOf('clock', `Advance the clock ${far}`, () =>
    act(`Advanced ${far}`, 'POST /_admin/clock/advance', duration),
  );

const actions = (): readonly Finding[] => [
  advance('by 1 minute', { minutes: 1 }),
  advance('by 1 hour', { hours: 1 }),
  advance('by 1 day', { days: 1 }),
  clock.value?.is_frozen
    ? actionOf('play', 'Resume the clock', () => act('Clock resumed', 'POST /_admin/clock/resume', {}))
    : actionOf('pause', 'Freeze the clock', () => act('Clock frozen', 'POST /_admin/clock/freeze', {})),
  actionOf('jobs', 'Run all due jobs', () => act('Due jobs ran', 'POST /_admin/settle', {})),
  actionOf('checkpoint', 'Take a checkpoint', () =>
    attempt('Checkpoint taken', () => callApi('POST /_admin/checkpoints', {})),
  ),
  actionOf('sun', 'Use the light look', () => into(theme)('light')),
  actionOf('moon', 'Use the dark look', () => into(theme)('dark')),
  actionOf('monitor', "Use the system's look", () => into(theme)('system')),
  actionOf('menu', 'Show the keys', () => into(openDialog)('help')),
  ...(accounts.value ?? [])
    .filter(({ id }) => id !== accountId.value)
    .slice(0, 50)
    .map(({ id }) =>
      actionOf('users', `Switch to account ${id}`, () => navigate(urlOf('/', { account: id }))),
    ),
];
