import type { Infer, Schema } from '@trickle/sdk/contract';
import { parseJson, readText } from '../http/body.ts';
import { coerce } from '../reading/coerce.ts';
import { ProblemsError } from '../values/problems-error.ts';
import { capped, schemaProblems, unknownMember } from '../values/schema-problems.ts';
import type { AdminOperation } from './operation.ts';

/** Thrown for input that an operation cannot use; each of `problems` says why. */
class AdminInputError extends ProblemsError {
  override readonly name = 'AdminInputError';
}

/** The members of path, query and body in one object; refuses what the operation does not know. */
export async function readAdminInput(
  { input, isVerbatim }: AdminOperation,
  request: Request,
  parameters: Readonly<Record<string, string>>,
  bodyLimit: number,
): Promise<unknown> {
  const query = readQuery(new URL(request.url));
  const text = request.body === null ? '' : await readText(request, bodyLimit);
  const body = text.trim() === '' ? {} : parseJson(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AdminInputError(['the body must be a JSON object']);
  }
  if (isVerbatim) {
    refuseUnknown(Object.keys(query));
    return body;
  }
  refuseDoubled([body, query, parameters]);
  const named = { ...body, ...query, ...parameters };
  if (!input) {
    refuseUnknown(Object.keys(named));
    return {};
  }
  return checked(input, named, { ...query, ...parameters });
}

/** The parameters of a query; refuses one that is there more than once. */
export function readQuery({ searchParams }: URL): Record<string, string> {
  refuseEach(doublesOf(searchParams.keys()), (name) => `${name} is given more than once`);
  return Object.fromEntries(searchParams);
}

const refuseUnknown = (names: readonly string[]) => refuseEach(names, (name) => unknownMember(name, []));

/** Refuses a member that stands in more than one of path, query and body. */
function refuseDoubled(places: readonly object[]): void {
  const names = places.flatMap((place) => Object.keys(place));
  refuseEach(doublesOf(names), (name) => `${name} is given in more than one place`);
}

function doublesOf(names: Iterable<string>): string[] {
  const seen = new Set<string>();
  const doubled = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) doubled.add(name);
    seen.add(name);
  }
  return [...doubled];
}

function refuseEach(names: readonly string[], why: (name: string) => string): void {
  if (names.length > 0) throw new AdminInputError(capped(names.map(why)));
}

/** Input without a fault; what came as text, in path or query, is read as what it has to be. */
export function checked<S extends Schema>(schema: S, named: object, texts: object): Infer<S> {
  const read = coerce(schema(), texts) as object; // an object stays one
  const value = { ...named, ...read };
  const problems = schemaProblems(schema, value);
  if (problems.length > 0) throw new AdminInputError(problems);
  return value as Infer<S>; // it has no problems
}
