import { contract, type Endpoint, nearestName } from '@trickle/sdk/contract';
import { methodNotAllowed, type Refusal, unknownPath } from './refusals.ts';

/** An operation of the interface, and where it is. */
export interface KnownPath {
  /** As in `subscribers.upsert`. */
  readonly operation: string;
  readonly endpoint: Endpoint;
  /** What stands between the slashes; placeholders are in braces. */
  readonly parts: readonly string[];
}

const known: readonly KnownPath[] = Object.entries(contract).flatMap(([noun, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
    operation: `${noun}.${name}`,
    endpoint,
    parts: endpoint.path.split('/'),
  })),
);

/** Those that can be at a path: of its method, and with as many parts. */
const candidates = Map.groupBy(known, ({ endpoint, parts }) => keyOf(endpoint.method, parts));

function keyOf(method: string, parts: readonly string[]): string {
  return method + parts.length;
}

/** The parts of a path that was sent, still encoded, less one slash at its end. */
// Unspecified: U-02
export const partsOf = (path: string): string[] => (path.endsWith('/') ? path.slice(0, -1) : path).split('/');

const isPlaceholder = (part: string) => part.startsWith('{');

const isAt = ({ parts }: KnownPath, sent: readonly string[]) =>
  parts.every((part, i) => part === sent[i] || (isPlaceholder(part) && sent[i] !== ''));

/** The operation that a request with these parts of a path is one to, if there is one. */
export const operationAt = (method: string, sent: readonly string[]): KnownPath | undefined =>
  candidates.get(keyOf(method, sent))?.find((one) => isAt(one, sent));

/** The known path that was most likely meant, with its placeholders in braces. */
function nearestPath(sent: readonly string[]): string | undefined {
  const ofSameLength = known.filter(({ parts }) => parts.length === sent.length);
  // Where a placeholder stands anything may stand: only the other parts are compared.
  const byWords = new Map(ofSameLength.map((one) => [filled(one, sent), one.endpoint.path]));
  const words = nearestName(sent.join('/'), byWords.keys());
  if (words !== undefined) return byWords.get(words);
  // Else a part may be missing: the words that are there are those of a path.
  const vocabulary = new Set(known.flatMap(({ parts }) => parts));
  const said = wordsOf(sent.filter((part) => vocabulary.has(part)));
  const meant =
    known.find(({ parts }) => wordsOf(parts) === said) ??
    known.find(({ parts }) => wordsOf(parts).endsWith(`/${said}`));
  return meant?.endpoint.path;
}

/** A known path with its placeholders filled by the parts of another one. */
const filled = ({ parts }: KnownPath, sent: readonly string[]) =>
  parts.map((part, i) => (isPlaceholder(part) ? (sent[i] ?? part) : part)).join('/');

const wordsOf = (parts: readonly string[]) =>
  parts.filter((part) => part !== '' && !isPlaceholder(part)).join('/');

/** What to say of a request that no route took: 405 when its path takes another method, else 404. */
// Unspecified: U-06
export function refuseUnknown(method: string, path: string): Refusal {
  const sent = partsOf(path);
  const allowed = known
    .filter(({ parts }) => parts.length === sent.length)
    .filter((one) => isAt(one, sent))
    .map(({ endpoint }) => endpoint.method);
  return allowed.length === 0
    ? unknownPath(path, nearestPath(sent))
    : methodNotAllowed(method, path, [...new Set(allowed)]);
}
