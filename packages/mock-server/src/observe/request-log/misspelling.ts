import { definitionOf, didYouMean, type Endpoint, nearestName } from '@trickle/sdk/contract';
import type * as z from 'zod/mini';
import { OptionsError } from '../../shared/values/errors.ts';
import { ENDPOINTS } from '../../shared/values/operation-names.ts';
import type { RequestFilter } from './find.ts';
import { isLiteral } from './match.ts';
import { recordsIn } from './recorded-request.ts';

/*
 * Rejects filters that no API request can match. Otherwise an assertion that no request was received would always
 * pass for a misspelled filter.
 */

/** Throws an `OptionsError` for a filter that no request can match. */
// Unspecified: U-161
export function assertSatisfiable(filter: RequestFilter): void {
  const { path } = filter;
  if (path === undefined ? canMatchPageScript(filter) : !isApiPattern(path)) return;
  const candidates = endpointsFor(filter);
  if (candidates.length === 0) throw new OptionsError([withoutCandidate(filter)]);
  const problems = candidates.map((endpoint) => unknownIn(endpoint, filter));
  const [fewest = []] = problems.toSorted((left, right) => left.length - right.length);
  if (fewest.length > 0) throw new OptionsError(fewest);
}

const endpoints = ENDPOINTS.filter(({ operation }) => !operation.startsWith('oauth.'));

/** Legacy forms of operations, see `app/legacy-requests.ts`. */
const LEGACY_FORMS = [
  'POST /v2/{account_id}/subscribers/{id_or_email}/unsubscribe',
  'DELETE /v2/{account_id}/tags',
];

function endpointsFor({ operation, method, path, body }: RequestFilter): Endpoint[] {
  const isNamed = operation !== undefined || path !== undefined;
  const isOldForm = LEGACY_FORMS.some((form) => {
    const [itsMethod, itsPath = ''] = form.split(' ');
    return (
      path !== undefined && canMatch(path, itsPath) && (method?.toUpperCase() ?? itsMethod) === itsMethod
    );
  });
  return endpoints
    .filter(
      (candidate) =>
        (operation === undefined || candidate.operation === operation) &&
        (body === undefined || candidate.endpoint.body !== undefined) &&
        (isNamed || !isOpen(candidate.operation)) &&
        (isOldForm ||
          ((method === undefined || methodsOf(candidate.endpoint).includes(method.toUpperCase())) &&
            (path === undefined || canMatch(path, candidate.endpoint.path)))),
    )
    .map(({ endpoint }) => endpoint);
}

const methodsOf = ({ method }: Endpoint) => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

/** Whether an operation accepts custom members, so that any member name can match. */
const isOpen = (operation: string) => operation.startsWith('shopperActivity.');

/** Top-level members of page script bodies. */
const PAGE_SCRIPT_MEMBERS = ['messages', 'command', 'arguments'];

/** Whether a filter without a path can match page script requests. */
const canMatchPageScript = ({ operation, body }: RequestFilter) =>
  operation === undefined && isLiteral(body) && PAGE_SCRIPT_MEMBERS.some((name) => Object.hasOwn(body, name));

/** The first segments of paths of pages and the page script. */
const PAGES = ['', 'client', 'e', 'forms', 'oauth'];

/** Whether a pattern can only match API paths. */
function isApiPattern(path: string): boolean {
  const [, first = ''] = path.split('/');
  return !PAGES.includes(first) && !first.includes('*') && !first.startsWith('{') && !first.endsWith('.js');
}

/** Whether a pattern can match an API path. */
function canMatch(pattern: string, path: string): boolean {
  const patternParts = pattern.replace(/\/$/, '').split('/');
  const parts = path.split('/');
  const open = patternParts.findIndex((part) => part.includes('**'));
  const fixed = open < 0 ? patternParts : patternParts.slice(0, open);
  if (open < 0 && patternParts.length !== parts.length) return false;
  if (fixed.length > parts.length) return false;
  const kinds = fixed.map((part, i) => kindOf(part, parts[i] ?? ''));
  // A star for a word together with a word for an id indicates a misspelling of another path.
  return !kinds.includes('other') && !(kinds.includes('star for word') && kinds.includes('word for id'));
}

/** Compares a segment of a pattern with a segment of a known path. */
function kindOf(word: string, part: string): 'same' | 'word for id' | 'star for word' | 'other' {
  const isStar = word.includes('*') || word.startsWith('{');
  if (part.startsWith('{')) return isStar ? 'same' : 'word for id';
  if (word === part) return 'same';
  return isStar ? 'star for word' : 'other';
}

function withoutCandidate({ body, ...filter }: RequestFilter): string {
  if (endpointsFor(filter).length > 0) return `${filter.operation ?? 'such an operation'} takes no body`;
  const { operation, method, path } = filter;
  const nearest =
    path === undefined
      ? undefined
      : nearestName(
          path,
          endpoints.map(({ endpoint }) => filled(endpoint.path, path)),
        );
  const what = [method?.toUpperCase(), path].filter((part) => part !== undefined).join(' ');
  const hint = nearest === undefined || nearest === path ? '' : `, did you mean ${nearest}?`;
  return `${operation ?? 'no operation'} is ${operation === undefined ? '' : 'not '}at ${what}${hint}`;
}

/** Fills a known path's placeholders with the segments of a pattern. */
function filled(path: string, pattern: string): string {
  const parts = pattern.split('/');
  return path
    .split('/')
    .map((part, i) => (part.startsWith('{') ? (parts[i] ?? part) : part))
    .join('/');
}

/** Lists the names in a filter that an operation does not have. */
function unknownIn(endpoint: Endpoint, { body, query }: RequestFilter): string[] {
  const parameters = isLiteral(query) ? Object.keys(query) : [];
  const records = body === undefined ? [undefined] : recordsIn(plain(body));
  const problems = records.map((record) => unknownNames(endpoint, parameters, record));
  return problems.find((problem) => problem.length === 0) ?? problems[0] ?? [];
}

/** Removes matchers from an expectation. */
function plain(expected: unknown): unknown {
  if (Array.isArray(expected)) return expected.map(plain);
  if (!isLiteral(expected)) return undefined;
  return Object.fromEntries(Object.entries(expected).map(([name, member]) => [name, plain(member)]));
}

/** The member names of an object type; undefined for other types. */
function membersOf(type: z.core.$ZodType) {
  const { shape, element, catchall } = definitionOf(type);
  if (element) return membersOf(element);
  if (!shape) return undefined;
  return { shape, isOpen: catchall !== undefined && definitionOf(catchall).type !== 'never' };
}

/** Lists the names that an operation does not have, each with the nearest known name. */
function unknownNames(endpoint: Endpoint, parameters: readonly string[], body: unknown): string[] {
  const names = endpoint.query ? Object.keys(definitionOf(endpoint.query()).shape ?? {}) : [];
  const strange = parameters
    .filter((name) => !names.includes(name))
    .map((name) => `unknown parameter ${name}${didYouMean(name, names)}`);
  return endpoint.body ? [...strange, ...strangeMembers(endpoint.body.item(), body, '')] : strange;
}

function strangeMembers(type: z.core.$ZodType, value: unknown, path: string): string[] {
  const members = membersOf(type);
  if (!members || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => strangeMembers(type, item, `${path}[${index}]`));
  }
  return Object.entries(value).flatMap(([name, member]) => {
    const place = path === '' ? name : `${path}.${name}`;
    const inner = Object.hasOwn(members.shape, name) ? members.shape[name] : undefined;
    if (inner) return strangeMembers(inner, member, place);
    return members.isOpen ? [] : [`unknown member ${place}${didYouMean(name, Object.keys(members.shape))}`];
  });
}
