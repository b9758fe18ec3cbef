import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { accountId } from '../api/accounts.ts';
import { useResource } from '../api/resource.ts';
import type { Item } from '../api/responses.ts';
import { useModal } from '../design/dialog/modal.ts';
import { Icon, type IconName } from '../design/icon/icon.tsx';
import { urlOfRecord } from '../design/id-link/id-link.tsx';
import { navigate, urlOf } from '../location/location.ts';
import { actions } from './actions.ts';
import { NAVIGATION_ITEMS } from './navigation.ts';

/** Something that the palette found. */
interface Finding {
  readonly key: string;
  readonly icon: IconName;
  readonly title: string;
  readonly detail: string;
  readonly open: () => unknown;
}

type SearchResult = Item<'GET /_admin/search', 'results'>;

const ICONS: Readonly<Record<string, IconName>> = {
  subscriber: 'users',
  campaign: 'layers',
  broadcast: 'broadcast',
  workflow: 'flow',
  form: 'form',
  webhook: 'webhook',
  request: 'request',
};

/** Finds pages, records and actions by text. */
export const Palette = ({ onClose }: { readonly onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const text = useSignal('');
  const chosen = useSignal(0);
  useModal(dialog);
  const findings = useFindings(text.value);
  const open = (finding: Finding | undefined) => {
    if (!finding) return;
    dialog.current?.close();
    finding.open();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') open(findings[chosen.value]);
    if (step === undefined) return;
    event.preventDefault();
    chosen.value = Math.min(findings.length - 1, Math.max(0, chosen.value + step));
    document.getElementById(`finding-${chosen.value}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <dialog ref={dialog} class="dialog palette" aria-label="Find" onClose={onClose}>
      <div class="palette-field">
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
        key={finding.key}
        type="button"
        id={`finding-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === chosen}
        class="finding"
        onClick={() => onOpen(finding)}
      >
        <Icon name={finding.icon} />
        <span class="finding-title">{finding.title}</span>
        <span class="quiet">{finding.detail}</span>
      </button>
    ))}
    {findings.length === 0 && (
      <div role="option" aria-selected="false" aria-disabled="true" tabIndex={-1} class="finding quiet">
        Nothing found
      </div>
    )}
  </div>
);

function useFindings(text: string): readonly Finding[] {
  const sought = text.trim();
  const search = useResource(
    sought === '' ? undefined : 'GET /_admin/search',
    { account_id: accountId.value, q: sought, limit: 20 },
    [],
  );
  const fixed = [...pageFindings(), ...actionFindings()].filter(({ title }) => matches(title, sought));
  return [...fixed.slice(0, sought === '' ? 30 : 8), ...(search.data?.results ?? []).flatMap(recordFinding)];
}

const pageFindings = (): Finding[] =>
  NAVIGATION_ITEMS.map(({ path, title, icon, key }) => ({
    key: path,
    icon,
    title,
    detail: `g ${key}`,
    open: () => navigate(urlOf(path)),
  }));

const actionFindings = (): Finding[] =>
  actions().map(({ title, icon, run }) => ({ key: title, icon, title, detail: 'action', open: run }));

function recordFinding({ type, id, title, detail }: SearchResult): Finding[] {
  const url = urlOfRecord(type, id);
  if (url === undefined) return [];
  return [
    {
      key: `${type} ${id}`,
      icon: ICONS[type] ?? 'search',
      title: title || id,
      detail: detail ?? type,
      open: () => navigate(url),
    },
  ];
}

/** Whether a title contains every word of a string. */
const matches = (title: string, text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => title.toLowerCase().includes(word));
