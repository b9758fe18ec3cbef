import { readFileSync } from 'node:fs';
import { visible } from '@trickle/design/terminal';
import { UnknownAccount } from '../admin/account-ids.ts';
import { StateError } from '../admin/checkpoints/read-state.ts';
import { FaultError } from '../faults/rule.ts';
import { SeedError } from '../seed/validate.ts';
import { isDatabaseProblem, MemoryFullError } from '../store/engine/errors.ts';
import { exec } from './exec.ts';
import { usage } from './flags.ts';
import { init } from './init.ts';
import { readCommandLine } from './options.ts';
import { serve } from './serve.ts';
import { reasonOf, UsageError } from './usage-error.ts';

/** Runs the command. Resolves once the server is listening or the requested text is printed. */
export async function main(args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    await run(args);
  } catch (error) {
    const line = explain(error);
    if (line === undefined) throw error;
    process.stderr.write(`trickle-server: ${visible(line)}\n`);
    process.exitCode = 1;
  }
}

async function run(args: readonly string[]): Promise<void> {
  const { command, options, words, program } = readCommandLine(args);
  if (options.help) return void process.stdout.write(usage);
  if (options.version) return void process.stdout.write(`${version()}\n`);
  if (command === 'exec') return exec(options, program);
  if (command === 'init') return init(words);
  return serve(options);
}

const version = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;

/** The message for an error that the caller can fix; undefined for an internal error. */
function explain(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message;
  if (error instanceof MemoryFullError) return error.message;
  if (isDatabaseProblem(error)) return `could not open --db: ${error.message}`;
  if (error instanceof FaultError || error instanceof UnknownAccount) return `--faults: ${error.message}`;
  if (error instanceof StateError) return `--state: ${error.message}`;
  if (error instanceof SeedError) return `--seed: ${error.message}`;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { code } = error;
  if (code === 'EADDRINUSE')
    return `${reasonOf(error)}; choose another port with --port, or use 0 for a free port`;
  if (code === 'ERR_SQLITE_ERROR') return `could not open --db: ${reasonOf(error)}`;
  return 'syscall' in error ? `could not listen: ${reasonOf(error)}` : undefined; // an error of the operating system
}
