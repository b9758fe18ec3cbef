import type { ComponentChildren } from 'preact';
import { classes } from '../classes.ts';
import { Icon } from '../icon/icon.tsx';

interface SplitProps {
  readonly list: ComponentChildren;
  /** The open record beside the list; on narrow screens, it takes the place of the list. */
  readonly detail?: ComponentChildren;
  /** The URL of the list alone. Esc leads there. */
  readonly listUrl: string;
  /** What the list is, such as `Requests`. */
  readonly listName: string;
}

/** A list with the open record beside it. */
export const Split = ({ list, detail, listUrl, listName }: SplitProps) => (
  <div class={classes('split', detail !== undefined && 'is-open')}>
    <div class="split-list">{list}</div>
    {detail !== undefined && (
      <section class="split-detail" aria-label="Details">
        <h1 class="split-title">{listName}</h1>
        <a class="split-back" href={listUrl} data-close>
          <Icon name="chevron" />
          {listName}
        </a>
        {detail}
      </section>
    )}
  </div>
);
