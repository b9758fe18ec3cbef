import type { ComponentChildren } from 'preact';
import { queryHere, urlOf } from '../../location/location.ts';
import { classes } from '../classes.ts';
import { Icon } from '../icon/icon.tsx';
import { Page } from '../page/page.tsx';

interface SplitProps {
  /** What the list is, such as `Requests`. */
  readonly title: string;
  readonly lead: string;
  /** The path of the list alone. Esc leads there. */
  readonly path: string;
  readonly actions?: ComponentChildren;
  /** The list. */
  readonly children: ComponentChildren;
  /** The open record beside the list; on narrow screens, it takes the place of the list. */
  readonly detail: ComponentChildren | undefined;
}

/** A page with a list and the open record beside it. */
export const Split = ({ title, lead, path, actions, children, detail }: SplitProps) => (
  <div class={classes('split', detail !== undefined && 'is-open')}>
    <div class="split-list">
      <Page title={title} lead={lead} actions={actions}>
        {children}
      </Page>
    </div>
    {detail !== undefined && (
      <section class="split-detail" aria-label="Details">
        <h1 class="split-title">{title}</h1>
        <a class="split-back" href={urlOf(path, queryHere())} data-close>
          <Icon name="chevron" />
          {title}
        </a>
        {detail}
      </section>
    )}
  </div>
);
