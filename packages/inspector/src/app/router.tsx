import type { ComponentType } from 'preact';
import { path } from '../location/location.ts';

/** The values of the parameters of a path, such as `request_id`. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** What a page is given. */
export interface PageInput {
  readonly parameters: Parameters;
}

/** A page and its path. */
export interface Route {
  /** Below the inspector's root; `{name}` is a parameter, and `[/{name}]` an optional one at the end. */
  readonly path: string;
  /** The title of the browser's tab. */
  readonly title: string;
  readonly page: ComponentType<PageInput>;
}

/** The route of the current URL, with its parameters. */
export function findRoute(routes: readonly Route[]) {
  for (const route of routes) {
    const match = patternOf(route.path).exec(path.value);
    if (match) return { route, parameters: decodedGroups(match.groups ?? {}) };
  }
  return undefined;
}

const patternOf = (template: string): RegExp => {
  const pattern = template
    .replaceAll('[', '(?:')
    .replaceAll(']', ')?')
    .replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return new RegExp(`^${pattern}$`);
};

const decodedGroups = (groups: Record<string, string | undefined>): Parameters =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, value && decoded(value)]));

/** Decodes a part of a path. An invalid encoding is left unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}
