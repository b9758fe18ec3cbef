import type { ComponentChildren } from 'preact';
import { Dialog } from '../design/dialog/dialog.tsx';
import { NAVIGATION_ITEMS } from './navigation.ts';

const KEYS: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [['Ctrl', 'K'], 'Find pages, records and actions'],
  [['/'], 'Search on this page'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['End'], 'The end of the list'],
  [['Esc'], 'Leave a field; close the open record'],
  [['?'], 'This help'],
];

/** All keys of the inspector. */
export const Help = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Keyboard" onClose={onClose} size="wide">
    <div class="columns">
      <KeyList>
        {KEYS.map(([keys, meaning]) => (
          <Keys key={meaning} keys={keys} meaning={meaning} />
        ))}
      </KeyList>
      <KeyList>
        {NAVIGATION_ITEMS.map(({ key, title }) => (
          <Keys key={key} keys={['g', key]} meaning={title} />
        ))}
      </KeyList>
    </div>
  </Dialog>
);

const KeyList = ({ children }: { readonly children: ComponentChildren }) => (
  <dl class="key-list">{children}</dl>
);

interface KeysProps {
  readonly keys: readonly string[];
  readonly meaning: string;
}

const Keys = ({ keys, meaning }: KeysProps) => (
  <div>
    <dt>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dt>
    <dd>{meaning}</dd>
  </div>
);
