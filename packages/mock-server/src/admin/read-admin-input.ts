import type { Infer, Schema } from '@trickle/sdk/contract';
import { coerce } from '../domain/coerce.ts';
import { parseJson, readText } from '../http/body.ts';
import { ProblemsError } from '../problems-error.ts';
import { problemsOf } from '../seed/problems.ts';
import type { AdminOperation } from './operation.ts';

/** Thrown for input that an operation cannot use; each of `problems` says why. */
export class AdminInputError extends ProblemsError {
  override readonly name = 'AdminInputError';
}

/** The members of path, query and body in one object; refuses what the operation does not know. */
export async function readAdminInput(
  { input, isVerbatim }: AdminOperation,
  request: Request,
  parameters: Readonly<Record<string, string>>,
  bodyLimit: number,
): Promise<unknown> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const text = request.body === null ? '' : await readText(request, bodyLimit);
  const body = text.trim() === '' ? {} : parseJson(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AdminInputError(['the body must be a JSON object']);
  }
  if (isVerbatim) return body;
  const named = { ...body, ...query, ...parameters };
  if (!input) {
    const unknown = Object.keys(named);
    if (unknown.length === 0) return {};
    throw new AdminInputError(unknown.map((name) => `unknown member ${name}`));
  }
  return checked(input, named, { ...query, ...parameters });
}

/** Input without a fault; what came as text, in path or query, is read as what it has to be. */
function checked<S extends Schema>(schema: S, named: object, texts: object): Infer<S> {
  const read = coerce(schema(), texts);
  const value = { ...named, ...read };
  const problems = problemsOf(schema, value);
  if (problems.length > 0) throw new AdminInputError(problems);
  return value as Infer<S>; // it has no problems
}
