import { Dialog } from '../design/dialog/dialog.tsx';
import { PAGES } from '../nouns.ts';

const KEYS: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [['Ctrl', 'K'], 'Find pages, records and actions'],
  [['/'], 'Search on this page'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['End', 'Home'], 'The end of the list, and back'],
  [['Esc'], 'Leave a field; close the open record'],
  [['?'], 'This help'],
];

export const Help = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Keyboard" onClose={onClose} size="wide">
    <div class="columns">
      <dl class="key-list stack">
        {KEYS.map(([keys, meaning]) => (
          <Keys key={meaning} keys={keys} meaning={meaning} />
        ))}
      </dl>
      <dl class="key-list stack">
        {PAGES.map(({ key = '', title }) => (
          <Keys key={key} keys={['g', key]} meaning={title} />
        ))}
      </dl>
    </div>
  </Dialog>
);

const Keys = ({ keys, meaning }: { readonly keys: readonly string[]; readonly meaning: string }) => (
  <div class="actions">
    <dt class="actions">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dt>
    <dd>{meaning}</dd>
  </div>
);
