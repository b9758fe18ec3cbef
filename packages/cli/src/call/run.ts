import { connect, connectToAccount } from '../connection/connect.ts';
import { methodOf } from '../operations/client-method.ts';
import type { Operation } from '../operations/operations.ts';
import { type CallInput, inputOf, type TypedCall } from './input.ts';

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
