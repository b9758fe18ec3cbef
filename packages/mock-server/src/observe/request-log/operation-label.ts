import type { RequestEntry } from './log.ts';

/** Groups of paths that are not operations of the interface. */
const GROUPS: readonly (readonly [RegExp, string])[] = [
  [/^\/_admin(?:\/|$)/, 'admin'],
  [/^\/_inspector(?:\/|$)/, 'inspector'],
  [/^\/docs$|^\/openapi\.json$/, 'docs'],
  [/^\/oauth\//, 'oauth'],
  [/^\/e\//, 'email_links'],
  [/^\/forms\//, 'forms'],
  [/^\/client\/|^\/script\.json$|^\/[^/]+\.js$|^\/[^/]+\/[^/]+\/script\.js$/, 'script'],
];

/** Names a request by one of a fixed number of names: the operation, as in `subscribers.upsert`, a group such as `admin`, or `other`. */
export const operationLabel = ({ operation, path }: Pick<RequestEntry, 'operation' | 'path'>): string =>
  operation ?? GROUPS.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
