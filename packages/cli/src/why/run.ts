import { adminOf } from '../connection/authorization.ts';
import { connectToAccount } from '../connection/connect.ts';
import type { Context } from '../terminal/context.ts';
import { isTrace, treeOf } from './tree.ts';

interface WhyInput {
  readonly of: string;
  readonly limit: number;
}

export async function run({ of, limit }: WhyInput, { globals, terminal }: Context): Promise<void> {
  const { connection, accountId } = await connectToAccount(globals, terminal);
  const admin = adminOf(connection, terminal.io);
  await admin.requireSandbox(accountId);
  const trace: unknown = await admin.call('GET /_admin/trace', { account_id: accountId, of, limit });
  if (!isTrace(trace)) {
    throw new Error('The answer is not a trace. Is the reference server of the same version?');
  }
  if (terminal.isJson) return await terminal.json(trace);
  await terminal.print(treeOf(trace));
}
