import type { Infer, Schema } from '@trickle/sdk/contract';
import { assertCharacters, parsed, parseJson, readText } from '../../api/http/read-request.ts';
import { coerce } from '../../shared/coercion/reader.ts';
import { defer } from '../../shared/platform/timers.ts';
import { ProblemsError } from '../../shared/values/errors.ts';
import { repeatedIn } from '../../shared/values/repeated.ts';
import { capped, schemaProblems, unknownMember } from '../../shared/values/schema-problems.ts';
import type { AdminRoute } from './routes.ts';

/** Thrown for invalid input. `problems` lists the reasons. */
class AdminInputError extends ProblemsError {
  override readonly name = 'AdminInputError';
}

/** The members of an input that the URL has. */
interface InputTexts {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

export interface BodyBounds {
  readonly bytes: number;
  /** Values on all levels. Undefined: any number. */
  readonly values?: number;
}

/** The characters of a long body. */
const LONG = 1_000_000;

/** Merges the members of path, query and body. Throws an `AdminInputError` for invalid or unknown members. */
export async function readAdminInput(
  { input, operation: { isVerbatim } }: AdminRoute,
  request: Request,
  { parameters, query }: InputTexts,
  bounds: BodyBounds,
): Promise<Readonly<Record<string, unknown>>> {
  const text = request.body === null ? '' : jsonIn(await readText(request, bounds.bytes));
  if (text.length > LONG) await new Promise<void>(defer); // to parse it takes as long as to decode it
  const isState = isVerbatim && bounds.values === undefined; // of an operator
  const body = text.trim() === '' ? {} : isState ? await readRows(text) : parseJson(text, bounds.values);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AdminInputError(['the body must be a JSON object']);
  }
  if (isVerbatim) {
    assertKnown(Object.keys(query));
    return body as Readonly<Record<string, unknown>>; // an object
  }
  assertNoDuplicates([body, query, parameters]);
  const named = { ...body, ...query, ...parameters };
  return checked(input, named, { ...query, ...parameters }) as Readonly<Record<string, unknown>>; // an object
}

/** Reads the rows of a state: their values are those of a database, which has stored numbers as numbers. */
async function readRows(json: string): Promise<unknown> {
  assertCharacters(json);
  await new Promise<void>(defer); // a large state takes as long to parse
  return parsed(json, JSON.parse);
}

/** The JSON of a body. The form of a page has it in its field `json`. */
const jsonIn = (body: string): string =>
  body.startsWith('json=') ? (new URLSearchParams(body).get('json') ?? '') : body;

/** Reads query parameters. Throws an `AdminInputError` for repeated ones. */
export function readQuery({ searchParams }: URL): Record<string, string> {
  assertNone(repeatedIn(searchParams.keys()), (name) => `${name} is given more than once`);
  return Object.fromEntries(searchParams);
}

const assertKnown = (names: readonly string[]) => assertNone(names, (name) => unknownMember(name, []));

/** Asserts that no member is in more than one of path, query and body. */
function assertNoDuplicates(places: readonly object[]): void {
  const names = places.flatMap((place) => Object.keys(place));
  assertNone(repeatedIn(names), (name) => `${name} is given in more than one place`);
}

function assertNone(names: readonly string[], why: (name: string) => string): void {
  if (names.length > 0) throw new AdminInputError(capped(names.map(why)));
}

/** Validates input. Values from path or query are coerced to the declared types. */
export function checked<S extends Schema>(schema: S, named: object, texts: object): Infer<S> {
  const read = coerce(schema(), texts) as object; // still an object
  const value = { ...named, ...read };
  const problems = schemaProblems(schema, value);
  if (problems.length > 0) throw new AdminInputError(problems);
  return value as Infer<S>; // validated above
}
