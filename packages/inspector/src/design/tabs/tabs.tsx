import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { query, setQuery } from '../../location/location.ts';

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly count?: number | undefined;
  readonly content: ComponentChildren;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The query parameter that keeps the id of the open tab. Without one, the tabs keep it while they are drawn. */
  readonly parameter?: string;
}

/** Tabs with the content of the open one, which is the first one at first. The arrow keys move between them. */
export const Tabs = ({ label, tabs, parameter }: TabsProps) => {
  const id = useId();
  const kept = useSignal('');
  const chosen = parameter === undefined ? kept.value : query.value.get(parameter);
  const tab = tabs.find((candidate) => candidate.id === chosen) ?? tabs[0];
  const open = tab?.id ?? '';
  const onOpen = (next: string) => {
    if (parameter === undefined) kept.value = next;
    else setQuery({ [parameter]: next === tabs[0]?.id ? '' : next });
  };
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const tab = document.getElementById(`${id}-${open}`);
    if (!list.current || !tab) return;
    // In a narrow space, the tabs scroll sideways.
    const end = tab.offsetLeft - list.current.offsetLeft + tab.offsetWidth;
    if (end > list.current.clientWidth) list.current.scrollLeft = end - list.current.clientWidth;
  }, [id, open]);
  const move = (event: KeyboardEvent, step: number) => {
    const index = tabs.findIndex((tab) => tab.id === open);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onOpen(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') move(event, 1);
    if (event.key === 'ArrowLeft') move(event, -1);
  };
  return (
    <div class="tabs">
      <div ref={list} role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === open}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === open ? 0 : -1}
            onClick={() => onOpen(tab.id)}
            onKeyDown={onKeyDown}
          >
            {tab.title}
            {tab.count !== undefined && <span class="tab-count small quiet">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`} class="stack tab-panel">
        {tab?.content}
      </div>
    </div>
  );
};
