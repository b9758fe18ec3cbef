import { contract, type Endpoint, nearestName } from '@trickle/sdk/contract';
import { OPERATION_NAMES } from '../values/operation-names.ts';
import { OptionsError } from '../values/usage-errors.ts';
import type { RequestFilter } from './find.ts';
import { isLiteral } from './match.ts';
import { unknownNames } from './names-of-operation.ts';
import { recordsIn } from './recorded-request.ts';

/*
 * A filter that finds nothing must not hide a misspelling: "no such request came" would hold for ever. So what no
 * request to the interface can have is refused.
 */

/** Throws an `OptionsError` for a filter that no request to an operation can meet. */
// Unspecified: U-161
export function assertSatisfiable(filter: RequestFilter): void {
  const { path } = filter;
  if (path === undefined ? isOfPages(filter) : !isOfInterface(path)) return;
  const candidates = endpointsFor(filter);
  if (candidates.length === 0) throw new OptionsError([withoutCandidate(filter)]);
  const problems = candidates.map((endpoint) => unknownIn(endpoint, filter));
  const [fewest = []] = problems.toSorted((one, other) => one.length - other.length);
  if (fewest.length > 0) throw new OptionsError(fewest);
}

const endpoints = OPERATION_NAMES.map((operation) => {
  const [noun = '', name = ''] = operation.split('.');
  const methods = contract[noun as keyof typeof contract] as Readonly<Record<string, Endpoint>>; // as it was named
  return { operation, endpoint: methods[name] as Endpoint };
});

/** Older forms of operations, see `http/old-forms.ts`. */
const OLD_FORMS = [
  'POST /v2/{account_id}/subscribers/{id_or_email}/unsubscribe',
  'DELETE /v2/{account_id}/tags',
];

/** The operations that a filter may mean. */
function endpointsFor({ operation, method, path, body }: RequestFilter): Endpoint[] {
  const isNamed = operation !== undefined || path !== undefined;
  const isOldForm = OLD_FORMS.some((form) => {
    const [itsMethod, itsPath = ''] = form.split(' ');
    return path !== undefined && isMet(path, itsPath) && (method?.toUpperCase() ?? itsMethod) === itsMethod;
  });
  return endpoints
    .filter(
      (one) =>
        (operation === undefined || one.operation === operation) &&
        (body === undefined || one.endpoint.body !== undefined) &&
        (isNamed || !isOpen(one.operation)) &&
        (isOldForm ||
          ((method === undefined || methodsOf(one.endpoint).includes(method.toUpperCase())) &&
            (path === undefined || isMet(path, one.endpoint.path)))),
    )
    .map(({ endpoint }) => endpoint);
}

const methodsOf = ({ method }: Endpoint) => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

/** Whether an operation keeps members of the caller's own, so that a filter has to name it to ask for one. */
const isOpen = (operation: string) => operation.startsWith('shopperActivity.');

/** What the bodies of the page script have at their top. */
const OF_PAGES = ['messages', 'command', 'arguments'];

/** Whether a filter without a path may mean what pages send. */
const isOfPages = ({ operation, body }: RequestFilter) =>
  operation === undefined && isLiteral(body) && OF_PAGES.some((name) => Object.hasOwn(body, name));

/** The first parts of paths that belong to pages and the page script. */
const PAGES = ['', 'client', 'e', 'forms', 'oauth'];

/** Whether a pattern can only mean paths of the interface. */
function isOfInterface(path: string): boolean {
  const [, first = ''] = path.split('/');
  return !PAGES.includes(first) && !first.includes('*') && !first.startsWith('{') && !first.endsWith('.js');
}

/** Whether a path of the interface may be one that a pattern stands for. */
function isMet(pattern: string, known: string): boolean {
  const wanted = pattern.replace(/\/$/, '').split('/');
  const parts = known.split('/');
  const open = wanted.findIndex((part) => part.includes('**'));
  const fixed = open < 0 ? wanted : wanted.slice(0, open);
  if (open < 0 && wanted.length !== parts.length) return false;
  if (fixed.length > parts.length) return false;
  const kinds = fixed.map((part, i) => kindOf(part, parts[i] ?? ''));
  // A star in the place of a word, and a word in the place of an id: that is another path misspelled.
  return !kinds.includes('other') && !(kinds.includes('star for word') && kinds.includes('word for id'));
}

/** What a part of a pattern is to a part of a known path. */
function kindOf(wanted: string, part: string): 'same' | 'word for id' | 'star for word' | 'other' {
  const isStar = wanted.includes('*') || wanted.startsWith('{');
  if (part.startsWith('{')) return isStar ? 'same' : 'word for id';
  if (wanted === part) return 'same';
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

/** A known path with the parts of a pattern in the place of its placeholders. */
function filled(known: string, pattern: string): string {
  const parts = pattern.split('/');
  return known
    .split('/')
    .map((part, i) => (part.startsWith('{') ? (parts[i] ?? part) : part))
    .join('/');
}

/** The names in a filter that an operation does not know. */
function unknownIn(endpoint: Endpoint, { body, query }: RequestFilter): string[] {
  const parameters = isLiteral(query) ? Object.keys(query) : [];
  const records = body === undefined ? [undefined] : recordsIn(plain(body));
  const problems = records.map((record) => unknownNames(endpoint, parameters, record));
  return problems.find((one) => one.length === 0) ?? problems[0] ?? [];
}

/** An expectation without what stands for any value. */
function plain(expected: unknown): unknown {
  if (Array.isArray(expected)) return expected.map(plain);
  if (!isLiteral(expected)) return undefined;
  return Object.fromEntries(Object.entries(expected).map(([name, member]) => [name, plain(member)]));
}
