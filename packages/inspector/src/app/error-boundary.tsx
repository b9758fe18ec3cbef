import { Component, type ComponentChildren } from 'preact';
import { EmptyState } from '../design/states/states.tsx';

interface Props {
  readonly children: ComponentChildren;
}

interface State {
  readonly message?: string;
}

/** Shows an error of a page in its place, so that the rest of the inspector still works. */
export class ErrorBoundary extends Component<Props, State> {
  static override getDerivedStateFromError(error: unknown): State {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  render({ children }: Props, { message }: State) {
    if (message === undefined) return children;
    return (
      <div class="page">
        <EmptyState icon="alert" title="This page has an error">
          <p>{message}</p>
        </EmptyState>
      </div>
    );
  }
}
