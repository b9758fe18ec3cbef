import { buffer } from 'node:stream/consumers';
import { repeatedMemberIn } from '@trickle/design/repeated-member';
import { shortened } from '@trickle/design/terminal';
import { connect, connectToAccount } from '../connection/connect.ts';
import { decoded } from '../files/read-file.ts';
import { filtersOf } from '../operations/filter-option.ts';
import { callOperation, type Input, kebab, type Operation } from '../operations/operations.ts';
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
  const result = await callOperation(client, operation, input, { totalTimeout });
  if (result !== undefined || terminal.isJson) await terminal.json(result ?? null);
}

export interface TypedCall extends Context {
  readonly operation: Operation;
  /** Includes filters and path parameters by name. */
  readonly input: Readonly<Record<string, unknown>> & {
    readonly values: readonly string[];
    readonly timeout: number | undefined;
  };
}

async function inputOf({ operation, input, terminal }: TypedCall): Promise<Input> {
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
  // The client rejects anything but an object.
  if (!endpoint.body)
    return { path, input: { ...(parsed as object | undefined), ...filtersOf(operation, input) } };
  if (parsed !== undefined) return { path, input: parsed };
  throw new UsageError(
    `${nameOf(operation)}: missing JSON. Pass it as an argument, or - to read it from standard input.`,
  );
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
  const repeated = repeatedMemberIn(source);
  if (repeated) throw new UsageError(`${place}, ${repeated.message}.`);
  if (!isTooDeep(value)) return value;
  throw new UsageError(`${place} is nested more than ${MAX_DEPTH} levels deep.`);
}

const nameOf = ({ noun, method }: Operation) => `${kebab(noun)} ${kebab(method)}`;
