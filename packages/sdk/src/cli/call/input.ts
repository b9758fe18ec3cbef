import { text } from 'node:stream/consumers';
import { fieldsOf } from '../operations/fields.ts';
import { camel, filtersOf } from '../operations/filter-option.ts';
import { kebab, type Operation } from '../operations/operations.ts';
import { UsageError } from '../terminal/endings.ts';
import type { TypedCall } from './run-call.ts';

/** What is handed to a method of the client. */
export interface CallInput {
  readonly path: readonly string[];
  readonly body: unknown;
  readonly query: Readonly<Record<string, unknown>> | undefined;
}

type Typed = Pick<TypedCall, 'operation' | 'values' | 'options' | 'terminal'>;

/** Sorts what was typed into the identifiers of the path, the body, and the query. */
export async function inputOf({ operation, values, options, terminal }: Typed): Promise<CallInput> {
  const { endpoint, parameters } = operation;
  const rest = [...values];
  const path = parameters.map((name) => {
    const value = options[camel(name)] ?? rest.shift();
    if (value === undefined) throw new UsageError(`${nameOf(operation)} needs <${name}>; see --help.`);
    return value;
  });
  const takesJson = endpoint.body !== undefined || endpoint.query !== undefined;
  const json = takesJson ? rest.shift() : undefined;
  if (rest.length > 0) throw new UsageError(`${nameOf(operation)}: '${rest[0]}' is one argument too many.`);
  const given = json === undefined ? undefined : await jsonOf(json, terminal.surroundings.stdin);
  if (!endpoint.body) return { path, body: undefined, query: queryOf(operation, given, options) };
  if (given !== undefined) return { path, body: given, query: undefined };
  throw new UsageError(`${nameOf(operation)} needs a JSON text, or - to read it from standard input.`);
}

function queryOf(
  operation: Operation,
  given: unknown,
  options: Readonly<Record<string, string>>,
): CallInput['query'] {
  const { query } = operation.endpoint;
  if (!query) return undefined;
  // What is no object is refused by the client, with the text for it.
  return { ...(given as Record<string, unknown> | undefined), ...filtersOf(fieldsOf(query), options) };
}

async function jsonOf(json: string, stdin: NodeJS.ReadableStream): Promise<unknown> {
  const source = json === '-' ? await text(stdin) : json;
  try {
    return JSON.parse(source);
  } catch (error) {
    const place = json === '-' ? 'Standard input' : `'${json.length > 60 ? `${json.slice(0, 60)}…` : json}'`;
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${place} is not JSON: ${why}`, { cause: error });
  }
}

const nameOf = ({ noun, method }: Operation) => `${kebab(noun)} ${kebab(method)}`;
