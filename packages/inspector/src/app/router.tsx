import { useSignal } from '@preact/signals';
import { Component, type ComponentChildren, type ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { ApiError } from '../api/request.ts';
import { EmptyState, ErrorState, Loading } from '../design/page/page.tsx';
import type { Noun } from '../nouns.ts';

export interface PageInput {
  readonly id?: string | undefined;
}

type Page = ComponentType<PageInput>;

export type Routes = Readonly<
  Record<Exclude<Noun, 'conversion'>, () => Promise<Readonly<Record<string, Page>>>>
>;

type Load = Routes[keyof Routes];

const loaded = new Map<Load, Page>();

export const RoutedPage = ({ loadModule, id }: PageInput & { readonly loadModule: Load }) => {
  const page = useSignal<Page | undefined>(loaded.get(loadModule));
  const error = useSignal<ApiError | undefined>(undefined);
  const load = () => {
    error.value = undefined;
    loadModule().then(
      (module) => {
        const [Loaded] = Object.values(module);
        if (Loaded) loaded.set(loadModule, Loaded);
        page.value = Loaded;
      },
      () => {
        error.value = new ApiError(0, [{ message: 'This page could not be loaded. Is the server running?' }]);
      },
    );
  };
  useEffect(() => {
    if (!page.value) load();
  }, []);
  const Page = page.value;
  if (Page) return <Page id={id} />;
  return (
    <div class="page">{error.value ? <ErrorState error={error.value} onRetry={load} /> : <Loading />}</div>
  );
};

interface State {
  readonly message?: string;
}

/** Shows an error of a page in its place, so that the rest of the inspector still works. */
export class ErrorBoundary extends Component<{ readonly children: ComponentChildren }, State> {
  static override getDerivedStateFromError(error: unknown): State {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  render() {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    return (
      <div class="page">
        <EmptyState icon="alert" title="This page has an error">
          <p>{message}</p>
        </EmptyState>
      </div>
    );
  }
}
