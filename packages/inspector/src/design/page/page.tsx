import type { ComponentChildren } from 'preact';
import { classes } from '../classes.ts';

interface PageProps {
  readonly title: ComponentChildren;
  /** One sentence below the title. */
  readonly lead?: ComponentChildren;
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of a page: title, actions, content. */
export const Page = ({ title, lead, actions, children }: PageProps) => (
  <div class="page">
    <header class="page-header">
      <div>
        <h1 class="wrap">{title}</h1>
        {lead && <p class="quiet">{lead}</p>}
      </div>
      {actions && <div class="actions">{actions}</div>}
    </header>
    {children}
  </div>
);

interface SectionProps {
  readonly title?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
  /** Whether the content has a border around it. */
  readonly isCard?: boolean;
}

/** A part of a page with a heading. */
export const Section = ({ title, actions, children, isCard = false }: SectionProps) => (
  <section class={classes('section', isCard && 'card')}>
    {(title || actions) && (
      <header class="section-header">
        {title && <h2>{title}</h2>}
        {actions && <div class="actions">{actions}</div>}
      </header>
    )}
    {children}
  </section>
);

/** Fields and buttons in a row above a list. */
export const Toolbar = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="actions toolbar">{children}</div>
);
