import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { ApiError } from '../api/request.ts';
import { ErrorState, Loading } from '../design/states/states.tsx';
import { path } from '../location/location.ts';

/** What a page is given. */
export interface PageInput {
  /** The id in the path, if there is one. */
  readonly id?: string | undefined;
}

type Page = ComponentType<PageInput>;

/**
 * A page: its path below the inspector's root, where `{id}` is a parameter, and `[/{id}]` an optional one; the title of
 * the browser's tab; and what loads the module of the page, which exports nothing else.
 */
export type Route = readonly [
  path: string,
  title: string,
  load: () => Promise<Readonly<Record<string, Page>>>,
];

/** The route of the current URL, with the id in it. */
export function findRoute(routes: readonly Route[]) {
  for (const route of routes) {
    const pattern = route[0].replace('[/{id}]', '(?:/{id})?').replace('{id}', '([^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(path.value);
    if (match) return { route, id: match[1] && decoded(match[1]) };
  }
  return undefined;
}

/** Decodes a part of a path. An invalid encoding is left unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}

const loaded = new Map<Route, Page>();

/** The page of a route, once it is loaded. */
export const RoutedPage = ({ route, id }: PageInput & { readonly route: Route }) => {
  const page = useSignal<Page | undefined>(loaded.get(route));
  const error = useSignal<ApiError | undefined>(undefined);
  const load = () => {
    error.value = undefined;
    const [, , loadModule] = route;
    loadModule().then(
      (module) => {
        const [Loaded] = Object.values(module);
        if (Loaded) loaded.set(route, Loaded);
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
