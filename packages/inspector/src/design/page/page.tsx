import type { ComponentChildren } from 'preact';
import type { ApiError } from '../../api/request.ts';
import type { Resource } from '../../api/resource.ts';
import { queryHere, urlOf } from '../../location/location.ts';
import { Button } from '../button/button.tsx';
import { classes } from '../classes.ts';
import { Icon, type IconName } from '../icon/icon.tsx';

interface PageProps {
  readonly title: ComponentChildren;
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

export const Page = ({ title, lead, actions, children }: PageProps) => (
  <div class="page">
    <header class="actions spread page-header">
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
  readonly isCard?: boolean;
}

export const Section = ({ title, actions, children, isCard = false }: SectionProps) => (
  <section class={classes('section', isCard && 'card')}>
    {(title || actions) && (
      <header class="actions spread section-header">
        {title && <h2>{title}</h2>}
        {actions && <div class="actions">{actions}</div>}
      </header>
    )}
    {children}
  </section>
);

interface SplitProps {
  readonly title: string;
  readonly lead: string;
  /** The path of the list alone. Esc leads there. */
  readonly path: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
  /** The open record beside the list; on narrow screens, it takes the place of the list. */
  readonly detail: ComponentChildren | undefined;
}

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
        <BackLink href={urlOf(path, queryHere())} title={title} />
        {detail}
      </section>
    )}
  </div>
);

export const BackLink = ({ href, title }: { readonly href: string; readonly title: string }) => (
  <a class="icon-text quiet back-link" href={href} data-close>
    <Icon name="chevron" /> {title}
  </a>
);

interface FoldProps {
  readonly summary: ComponentChildren;
  readonly children: ComponentChildren;
  readonly isOpen?: boolean;
}

export const Fold = ({ summary, children, isOpen = false }: FoldProps) => (
  <details class="fold" open={isOpen}>
    <summary class="line">
      <Icon name="chevron" />
      <span class="fold-summary wrap">{summary}</span>
    </summary>
    <div class="fold-content">{children}</div>
  </details>
);

interface NoteProps {
  readonly tone?: 'info' | 'warn' | 'bad';
  readonly children: ComponentChildren;
}

export const Note = ({ tone = 'info', children }: NoteProps) => (
  <div class={classes('note', tone)}>
    <Icon name="alert" />
    <div class="wrap">{children}</div>
  </div>
);

/** A name with its value. Undefined values are left out; null shows a dash. */
export type Detail = readonly [name: string, value: ComponentChildren | undefined];

export const DetailList = ({ details }: { readonly details: readonly Detail[] }) => (
  <dl class="detail-list">
    {details
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => (
        <div key={name}>
          <dt class="quiet">{name}</dt>
          <dd class="wrap">{value === null || value === '' ? <span class="quiet">–</span> : value}</dd>
        </div>
      ))}
  </dl>
);

export interface Figure {
  readonly title: string;
  readonly value: ComponentChildren;
  readonly note?: ComponentChildren;
}

export const Figures = ({ figures }: { readonly figures: readonly Figure[] }) => (
  <dl class="card figures">
    {figures.map(({ title, value, note }) => (
      <div key={title}>
        <dt class="quiet">{title}</dt>
        <dd class="figure number">{value}</dd>
        {note !== undefined && <dd class="small quiet number">{note}</dd>}
      </div>
    ))}
  </dl>
);

/** The content of an empty list or record: an icon, a title, and the next step. */
export type Empty = readonly [icon: IconName, title: string, advice?: string | (() => ComponentChildren)];

interface EmptyStateProps {
  readonly icon?: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}

export const EmptyState = ({ icon = 'inbox', title, children }: EmptyStateProps) => (
  <div class="state">
    <Icon name={icon} />
    <p class="state-title">{title}</p>
    {children && <div class="quiet">{children}</div>}
  </div>
);

export const Nothing = ({ of: [icon, title, advice] }: { readonly of: Empty }) => (
  <EmptyState icon={icon} title={title}>
    {typeof advice === 'string' ? <p>{advice}</p> : advice?.()}
  </EmptyState>
);

interface ErrorStateProps {
  readonly error: ApiError;
  readonly onRetry?: () => void;
}

export const ErrorState = ({ error, onRetry }: ErrorStateProps) => (
  <div class="state" role="alert">
    <Icon name="alert" />
    <p class="state-title">{error.status === 404 ? 'Not found' : 'This did not work'}</p>
    {error.messages.map((message) => (
      <p key={message} class="quiet wrap">
        {message}
      </p>
    ))}
    {onRetry && <Button onClick={onRetry}>Try again</Button>}
  </div>
);

export const Loading = ({ rows = 6 }: { readonly rows?: number }) => (
  <div class="loading" role="status">
    <span class="hidden-visually">Loading</span>
    {Array.from({ length: rows }, (_, index) => (
      <div key={index} class="loading-row" />
    ))}
  </div>
);

interface LoadedProps<Data> {
  readonly of: Omit<Resource<Data>, 'isLoading'>;
  readonly children: (data: Data) => ComponentChildren;
}

/** Shows a resource, or that it is loading, or why it cannot be read. */
export function Loaded<Data>({ of: { data, error, reload }, children }: LoadedProps<Data>) {
  if (data !== undefined) return <>{children(data)}</>;
  return error ? <ErrorState error={error} onRetry={reload} /> : <Loading />;
}
