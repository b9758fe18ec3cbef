import { contract, type Endpoint, nearestName } from '@trickle/sdk/contract';
import { methodNotAllowed, type Refusal, unknownPath } from './refusals.ts';

interface KnownPath {
  /** As in `subscribers.upsert`. */
  readonly operation: string;
  readonly method: string;
  /** With its placeholders in braces. */
  readonly path: string;
  readonly form: RegExp;
}

let known: KnownPath[] | undefined;

function knownPaths(): KnownPath[] {
  known ??= Object.entries(contract).flatMap(([noun, endpoints]) =>
    Object.entries<Endpoint>(endpoints).map(([name, { method, path }]) => ({
      operation: `${noun}.${name}`,
      method,
      path,
      form: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
    })),
  );
  return known;
}

/** The operation that a request is one to, as in `subscribers.upsert`, if there is one. */
export const operationAt = (method: string, path: string): string | undefined =>
  knownPaths().find((one) => one.method === method && one.form.test(path))?.operation;

/** The known path that was most likely meant, with its placeholders in braces. */
function nearestPath(path: string): string | undefined {
  const parts = path.split('/').slice(1);
  const paths = [...new Set(knownPaths().map((one) => one.path))];
  const ofSameLength = paths.filter((one) => one.split('/').length === parts.length + 1);
  // Where a placeholder stands anything may stand: only the other parts are compared.
  const byWords = new Map(ofSameLength.map((one) => [fixed(one, parts), one]));
  const words = nearestName(parts.join('/'), byWords.keys());
  if (words !== undefined) return byWords.get(words);
  // Else a part may be missing: the words that are there are those of a path.
  const vocabulary = new Set(paths.flatMap((one) => one.split('/')));
  const said = parts.filter((part) => vocabulary.has(part)).join('/');
  return paths.find((one) => wordsOf(one) === said) ?? paths.find((one) => wordsOf(one).endsWith(`/${said}`));
}

/** A known path with its placeholders filled by the parts of another one. */
const fixed = (path: string, parts: readonly string[]) =>
  path
    .split('/')
    .slice(1)
    .map((part, i) => (part.startsWith('{') ? (parts[i] ?? part) : part))
    .join('/');

const wordsOf = (path: string) =>
  path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .join('/');

/** What to say of a request that no route took: 405 when its path takes another method, else 404. */
// Unspecified: U-06
export function refuseUnknown(method: string, path: string): Refusal {
  const allowed = knownPaths()
    .filter(({ form }) => form.test(path))
    .map((endpoint) => endpoint.method);
  return allowed.length === 0
    ? unknownPath(path, nearestPath(path))
    : methodNotAllowed(method, path, [...new Set(allowed)]);
}
