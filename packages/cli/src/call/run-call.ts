import { connect, connectToAccount } from '../connection/connect.ts';
import { methodOf } from '../operations/client-method.ts';
import type { Operation } from '../operations/operations.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { type CallInput, inputOf } from './input.ts';
import type { TypedCall } from './typed-call.ts';

/** Runs one operation and prints its result, if any, as JSON. */
export async function runCall(call: TypedCall): Promise<void> {
  const { operation, globals, terminal, options } = call;
  const input = await inputOf(call);
  const totalTimeout = timeoutOf(options.timeout);
  const needsAccount = operation.endpoint.path.includes('{account_id}');
  const { client } = await (needsAccount ? connectToAccount : connect)(globals, terminal);
  const result = await methodOf(client, operation)(...argumentsOf(operation, input), { totalTimeout });
  if (result !== undefined || terminal.isJson) await terminal.json(result ?? null);
}

function argumentsOf({ endpoint }: Operation, { path, body, query }: CallInput): unknown[] {
  return [...path, ...(endpoint.body ? [body] : []), ...(endpoint.query ? [query] : [])];
}

function timeoutOf(seconds: string | undefined): number | undefined {
  if (seconds === undefined) return undefined;
  const milliseconds = Number(seconds) * 1000;
  if (!(milliseconds > 0)) throw new UsageError(`--timeout must be a number of seconds, not '${seconds}'.`);
  return milliseconds;
}
