import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useModal } from '../design/dialog/dialog.tsx';
import { Icon } from '../design/icon/icon.tsx';
import { type Finding, useFindings } from './findings.ts';

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
        key={finding.key}
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
