import type { ComponentChildren } from 'preact';
import type { ApiError } from '../../api/request.ts';
import type { Resource } from '../../api/resource.ts';
import { Button } from '../button/button.tsx';
import { Icon, type IconName } from '../icon/icon.tsx';

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

/** Placeholder rows while data loads. They appear only after a moment. */
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
