import { readFileSync } from 'node:fs';
import { UnknownAccount } from '../control/arguments/known-accounts.ts';
import type { Server } from '../control/server-control.ts';
import { FaultError } from '../fault-injection/validate-rule.ts';
import { pause } from '../platform/timers.ts';
import { SeedError } from '../seed/validate.ts';
import { createServer } from '../server.ts';
import { ConnectionError } from '../store/errors.ts';
import { DatabaseVersionError } from '../store/migrations/migrations.ts';
import { addFaults } from './add-faults.ts';
import {
  listenOptionsOf,
  type Options,
  readDrain,
  readFaults,
  readLogFormat,
  readOptions,
  reasonOf,
  serverOptionsOf,
  UsageError,
  usage,
} from './options.ts';
import { ParentWatch } from './parent-watch.ts';

/** Runs the command. Resolves once the server is listening or the requested text is printed. */
export async function main(args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    await run(args);
  } catch (error) {
    const line = explain(error);
    if (line === undefined) throw error;
    process.stderr.write(`trickle-server: ${line}\n`);
    process.exitCode = 1;
  }
}

async function run(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options.help) return void process.stdout.write(usage);
  if (options.version) return void process.stdout.write(`${version()}\n`);
  const where = listenOptionsOf(options);
  const faults = readFaults(options.faults);
  const drain = readDrain(options);
  const parent = (options['exit-with-parent'] ?? options.json) ? new ParentWatch() : undefined;
  const server = await createServer(serverOptionsOf(options));
  try {
    await addFaults(server, faults);
    const url = await server.listen(where);
    await stopOnSignal(server, parent, drain);
    await printUrls(server, url, options);
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Grace period for requests and jobs after a signal, in real milliseconds. */
const GRACE = 5000;

/** How long closing the database may take after that, in real milliseconds, as when it does not answer. */
const LAST_WAIT = 2000;

/** Stops the server on a signal or when its parent ends; immediately on a second signal. */
async function stopOnSignal(server: Server, parent: ParentWatch | undefined, drain: number): Promise<void> {
  let signals = 0;
  const end = (times: { readonly within: number; readonly drain: number }) => {
    parent?.stop();
    const late = pause(times.drain + times.within + LAST_WAIT).then(() => {
      throw new Error('the database did not close in time; jobs in progress start again');
    });
    Promise.race([server.close(times), late])
      .catch((error: unknown) => {
        process.stderr.write(`trickle-server: ${reasonOf(error)}\n`);
        process.exitCode = 1;
      })
      .finally(() => process.exit());
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => end(signals++ === 0 ? { within: GRACE, drain } : { within: 0, drain: 0 }));
  }
  await parent?.begin(() => end({ within: GRACE, drain: 0 }));
}

const version = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;

async function printUrls(server: Server, url: string, options: Options): Promise<void> {
  const accounts = await server.accounts();
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ url, accounts })}\n`);
    return;
  }
  process.stdout.write(`Trickle reference server: ${url}\n`);
  for (const { id, tokens } of accounts) process.stdout.write(`Account ${id}: token ${tokens.join(', ')}\n`);
  process.stdout.write(`API reference: ${url}/docs\n`);
  process.stdout.write(`Demo page: ${url}/demo\n`);
  if (readLogFormat(options) === 'json') return; // the log has them
  for (const id of server.skippedAccounts) {
    process.stderr.write(`Skipped account ${id} of the seed: it already exists in the database.\n`);
  }
}

/** The message for an error that the caller can fix; undefined for an internal error. */
function explain(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message;
  if (error instanceof DatabaseVersionError || error instanceof ConnectionError)
    return `could not open --db: ${error.message}`;
  if (error instanceof FaultError || error instanceof UnknownAccount) return `--faults: ${error.message}`;
  if (error instanceof SeedError) return `--seed: ${error.message}`;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { code } = error;
  if (code === 'EADDRINUSE')
    return `${reasonOf(error)}; choose another port with --port, or use 0 for a free port`;
  if (code === 'ERR_SQLITE_ERROR') return `could not open --db: ${reasonOf(error)}`;
  return 'syscall' in error ? `could not listen: ${reasonOf(error)}` : undefined; // an error of the operating system
}
