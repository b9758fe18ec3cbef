import type { ComponentType } from 'preact';
import { path } from '../location/location.ts';

/** What a page is given. */
export interface PageInput {
  /** The id in the path, if there is one. */
  readonly id?: string | undefined;
}

/** A page and its path. */
export interface Route {
  /** Below the inspector's root; `{id}` is a parameter, and `[/{id}]` an optional one. */
  readonly path: string;
  /** The title of the browser's tab. */
  readonly title: string;
  readonly page: ComponentType<PageInput>;
}

/** The route of the current URL, with the id in it. */
export function findRoute(routes: readonly Route[]) {
  for (const route of routes) {
    const pattern = route.path.replace('[/{id}]', '(?:/{id})?').replace('{id}', '([^/]+)');
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
