import { buffer } from 'node:stream/consumers';
import { shortened } from '@trickle/design/terminal';
import { connect, connectToAccount } from '../connection/connect.ts';
import { decoded, repeatedMemberIn } from '../files/read-file.ts';
import { filtersOf } from '../operations/filter-option.ts';
import { kebab, methodOf, type Operation } from '../operations/operations.ts';
import { parseRecordJson } from '../operations/record-json.ts';
import { isTooDeep, MAX_DEPTH } from '../parse-json.ts';
import type { Context } from '../terminal/context.ts';
import { UsageError } from '../terminal/exit-signal.ts';

export async function runCall(call: TypedCall): Promise<void> {
  const { operation, globals, terminal } = call;
  const input = await inputOf(call);
  const { timeout: totalTimeout } = call.input;
  const needsAccount = operation.endpoint.path.includes('{account_id}');
  const { client } = await (needsAccount ? connectToAccount : connect)(globals, terminal);
  const result = await methodOf(client, operation)(...argumentsOf(operation, input), { totalTimeout });
  if (result !== undefined || terminal.isJson) await terminal.json(result ?? null);
}

function argumentsOf({ endpoint }: Operation, { path, body, query }: CallInput): unknown[] {
  return [...path, ...(endpoint.body ? [body] : []), ...(endpoint.query ? [query] : [])];
}

export interface TypedCall extends Context {
  readonly operation: Operation;
  /** Includes filters and path parameters by name. */
  readonly input: Readonly<Record<string, unknown>> & {
    readonly values: readonly string[];
    readonly timeout: number | undefined;
  };
}

export interface CallInput {
  readonly path: readonly unknown[];
  readonly body: unknown;
  readonly query: Readonly<Record<string, unknown>> | undefined;
}

async function inputOf({ operation, input, terminal }: TypedCall): Promise<CallInput> {
  const { endpoint, parameters } = operation;
  const rest = [...input.values];
  const path = parameters.map((name) => {
    const value = input[name] ?? rest.shift();
    if (value === undefined) throw new UsageError(`${nameOf(operation)}: missing <${name}>. See --help.`);
    return value;
  });
  const takesJson = endpoint.body !== undefined || endpoint.query !== undefined;
  const json = takesJson ? rest.shift() : undefined;
  if (rest.length > 0) throw new UsageError(`${nameOf(operation)}: unexpected argument '${rest[0]}'.`);
  const parsed = json === undefined ? undefined : await jsonOf(json, terminal.io.stdin);
  if (!endpoint.body) return { path, body: undefined, query: queryOf(operation, parsed, input) };
  if (parsed !== undefined) return { path, body: parsed, query: undefined };
  throw new UsageError(
    `${nameOf(operation)}: missing JSON. Pass it as an argument, or - to read it from standard input.`,
  );
}

function queryOf(
  operation: Operation,
  parsed: unknown,
  input: Readonly<Record<string, unknown>>,
): CallInput['query'] {
  if (!operation.endpoint.query) return undefined;
  // The client rejects anything but an object.
  return { ...(parsed as Record<string, unknown> | undefined), ...filtersOf(operation, input) };
}

async function jsonOf(json: string, stdin: NodeJS.ReadableStream): Promise<unknown> {
  const source = json === '-' ? decoded(await buffer(stdin), 'Standard input') : json;
  const place = json === '-' ? 'Standard input' : `'${shortened(json, 60)}'`;
  let value: unknown;
  try {
    value = parseRecordJson(source);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${place} is not valid JSON: ${why}`, { cause: error });
  }
  const repeated = repeatedMemberIn(source, value);
  if (repeated) throw new UsageError(`${place}, ${repeated.message}.`);
  if (!isTooDeep(value)) return value;
  throw new UsageError(`${place} is nested more than ${MAX_DEPTH} levels deep.`);
}

const nameOf = ({ noun, method }: Operation) => `${kebab(noun)} ${kebab(method)}`;
