import { connectToAccount } from '../connection/connect.ts';
import { AdminApi } from '../sandbox/admin-api.ts';
import type { Context } from '../terminal/context.ts';
import { isTrace, treeOf } from './tree.ts';

interface WhyInput {
  readonly of: string;
  readonly limit: number;
}

/** Prints the trace that a row belongs to. */
export async function run({ of, limit }: WhyInput, { globals, terminal }: Context): Promise<void> {
  const { connection, accountId } = await connectToAccount(globals, terminal);
  const admin = new AdminApi(connection, accountId, { io: terminal.io, onStep: async () => undefined });
  await admin.requireSandbox();
  const trace: unknown = await admin.get('trace', { of, limit: String(limit) });
  if (!isTrace(trace)) {
    throw new Error('The answer is not a trace. Is the reference server of the same version?');
  }
  if (terminal.isJson) return await terminal.json(trace);
  await terminal.print(treeOf(trace));
}
