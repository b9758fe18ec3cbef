import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { demoSeedPath } from '../sandbox/load-server.ts';
import type { Context } from '../terminal/context.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { ExactIds, ExactNumbers } from './exact-numbers.ts';
import { connectSandbox, startSandbox } from './sandbox.ts';
import { createMcpServer } from './server.ts';

interface McpInput {
  /** The path of the seed; undefined to connect to a server that runs. */
  readonly seed: string | undefined;
  readonly demo: boolean;
}

/** Serves the sandbox until standard input ends, or until Ctrl-C. */
export async function run({ seed: path, demo }: McpInput, { globals, terminal }: Context): Promise<void> {
  if (demo && path !== undefined) throw new UsageError('--demo and --seed cannot be used together.');
  const seed = demo ? demoSeedPath('mcp') : path;
  const { stdin, stdout } = terminal.io;
  const sandbox = await (seed === undefined
    ? connectSandbox(globals, terminal)
    : startSandbox(seed, terminal));
  const stop = new AbortController();
  const forget = terminal.io.onInterrupt(() => stop.abort());
  try {
    const server = await createMcpServer(sandbox);
    const messages = stdin.pipe(new ExactNumbers());
    const ended = once(messages, 'end', { signal: stop.signal }).catch(() => undefined); // Ctrl-C
    await server.connect(new ExactIds(messages, stdout as Writable)); // that of a process is one
    terminal.announce(`Serving account ${sandbox.accountId} of ${sandbox.admin.base} to an assistant.`);
    await ended;
    stdin.unpipe(messages);
    await server.close();
  } finally {
    forget();
    await sandbox.close();
  }
}
