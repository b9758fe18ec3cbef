import { type Endpoint, nearestName } from '@trickle/sdk/contract';
import type { Warning } from '../../shared/coercion/findings.ts';
import { ENDPOINTS } from '../../shared/values/operation-names.ts';
import { type HttpError, methodNotAllowed, unknownPath } from './errors.ts';

export interface KnownPath {
  /** For example `subscribers.upsert`. */
  readonly operation: string;
  readonly endpoint: Endpoint;
  /** Path segments; placeholders are in braces. */
  readonly parts: readonly string[];
}

const knownPaths: readonly KnownPath[] = ENDPOINTS.map((known) => ({
  ...known,
  parts: known.endpoint.path.split('/'),
}));

/** Operations by method and number of segments. */
const candidates = Map.groupBy(knownPaths, ({ endpoint, parts }) => keyOf(endpoint.method, parts));

function keyOf(method: string, parts: readonly string[]): string {
  return method + parts.length;
}

/** A normalized request path. */
export interface SentPath {
  /** Path segments, still encoded. */
  readonly parts: readonly string[];
  readonly warnings: readonly Warning[];
}

/** Normalizes a path: merges doubled slashes and removes one trailing slash. */
// Unspecified: U-02
export function readPath(path: string): SentPath {
  const single = path.replaceAll(/\/{2,}/g, '/');
  const warnings = single === path ? [] : [{ text: 'doubled slashes in the path are read as one' }];
  return { parts: (single.endsWith('/') ? single.slice(0, -1) : single).split('/'), warnings };
}

const isPlaceholder = (part: string) => part.startsWith('{');

const isAt = ({ parts }: KnownPath, sent: readonly string[]) =>
  parts.every((part, i) => part === sent[i] || (isPlaceholder(part) && sent[i] !== ''));

/** An operation and the request path that matched it. */
export interface RoutedPath extends SentPath {
  readonly known: KnownPath;
}

/** Finds the operation for a method and path. A suffix `.json` is ignored. */
// Unspecified: U-02
export function operationAt(method: string, path: string): RoutedPath | undefined {
  const { parts, warnings } = readPath(path);
  const bare = withoutJson(parts);
  const match = bare && find(method, bare);
  if (bare && match && match.parts.at(-1) !== '{tag}') {
    const warning = { text: "'.json' at the end of the path is read as absent" };
    return { known: match, parts: bare, warnings: [...warnings, warning] };
  }
  const known = find(method, parts);
  return known && { known, parts, warnings };
}

const find = (method: string, sent: readonly string[]): KnownPath | undefined =>
  candidates.get(keyOf(method, sent))?.find((candidate) => isAt(candidate, sent));

/** Whether both paths have the same words; placeholders are equal. */
const isSamePath = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length &&
  left.every((part, i) => part === right[i] || (isPlaceholder(part) && isPlaceholder(right[i] ?? '')));

const deletions = knownPaths.filter(({ endpoint }) => endpoint.method === 'DELETE');

/** Deletions whose path, with a slash, is what remains of another deletion when `..` below it is taken for a step. */
const remainders: ReadonlySet<KnownPath> = new Set(
  deletions.filter(({ parts }) =>
    deletions.some(
      (longer) => isPlaceholder(longer.parts.at(-1) ?? '') && isSamePath(longer.parts.slice(0, -2), parts),
    ),
  ),
);

/** Whether a client may have meant another operation, by a name `..` that it resolved before it sent the path. */
// Unspecified: U-288
export const mayBeRemainder = ({ known }: RoutedPath, path: string): boolean =>
  path.endsWith('/') && remainders.has(known);

const JSON_ENDING = '.json';

function withoutJson(parts: readonly string[]): string[] | undefined {
  const last = parts.at(-1) ?? '';
  if (!last.endsWith(JSON_ENDING) || last === JSON_ENDING) return undefined;
  return [...parts.slice(0, -1), last.slice(0, -JSON_ENDING.length)];
}

const wordsIn = (parts: readonly string[]) => parts.filter((part) => part !== '' && !isPlaceholder(part));

const vocabulary = new Set(knownPaths.flatMap(({ parts }) => wordsIn(parts)));

/** Finds the most similar known path, with placeholders in braces. */
function nearestPath(sent: readonly string[]): string | undefined {
  const ofSameLength = knownPaths.filter(({ parts }) => parts.length === sent.length);
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const { parts, endpoint } of ofSameLength) {
    const wrong = wrongWords(parts, sent);
    if (wrong === undefined || wrong >= fewest) continue;
    nearest = endpoint.path;
    fewest = wrong;
  }
  return nearest ?? pathWithPartMissing(sent);
}

/** Counts the misspelled words of a path; undefined if a word differs too much. */
function wrongWords(parts: readonly string[], sent: readonly string[]): number | undefined {
  let wrong = 0;
  for (const [i, part] of parts.entries()) {
    const sentPart = sent[i] ?? '';
    // A placeholder accepts any segment.
    if (isPlaceholder(part) ? sentPart !== '' : part === sentPart) continue;
    if (isPlaceholder(part) || nearestName(sentPart, [part]) === undefined) return undefined;
    wrong++;
  }
  return wrong;
}

/** Finds the known path that has one more segment and whose words all occur in the path, except possibly the version. */
function pathWithPartMissing(sent: readonly string[]): string | undefined {
  const said = sent.filter((part) => vocabulary.has(part)).join('/');
  if (said === '') return undefined;
  const longer = knownPaths.filter(({ parts }) => parts.length === sent.length + 1);
  const match =
    longer.find(({ parts }) => wordsIn(parts).join('/') === said) ??
    longer.find(({ parts }) => wordsIn(parts).slice(1).join('/') === said);
  return match?.endpoint.path;
}

/** The error for an unmatched request: 405 if the path exists for another method, otherwise 404. */
// Unspecified: U-06
export function unknownPathError(method: string, path: string): HttpError {
  const { parts: sent } = readPath(path);
  const allowed = knownPaths
    .filter(({ parts }) => parts.length === sent.length)
    .filter((candidate) => isAt(candidate, sent))
    .map(({ endpoint }) => endpoint.method);
  return allowed.length === 0
    ? unknownPath(path, nearestPath(sent))
    : methodNotAllowed(method, path, [...new Set(allowed)]);
}
