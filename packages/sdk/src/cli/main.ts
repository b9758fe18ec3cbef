import type { CommanderError } from 'commander';
import { EXIT, ExitSignal, UsageError } from './terminal/exit-signal.ts';
import { OutputError, watchOutput, writeOut } from './terminal/output.ts';
import { type ProcessIo, processIo } from './terminal/process-io.ts';
import { Terminal } from './terminal/terminal.ts';

/** Runs the command line and returns its exit code. */
export async function main(args: readonly string[], io: ProcessIo = processIo): Promise<number> {
  const { stdout, stderr } = io;
  watchOutput(stdout);
  // A failure of standard error cannot be reported.
  stderr.on('error', () => {});
  try {
    const code = await run(args, io);
    await writeOut(stdout, '');
    return code;
  } catch (error) {
    return await explain(error, io);
  }
}

async function run(args: readonly string[], io: ProcessIo): Promise<number> {
  const { createProgram } = await import('./program.ts');
  const [first, ...rest] = args;
  try {
    const program = createProgram(io);
    await program.parseAsync(first === 'help' ? [...rest, '--help'] : args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    // The parser has printed the help or the error.
    if (isFromParser(error)) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    throw error;
  }
}

/** Prints an error. Returns the exit code. */
async function explain(error: unknown, io: ProcessIo): Promise<number> {
  if (error instanceof ExitSignal) return error.exitCode;
  if (error instanceof OutputError && error.isReaderGone) return EXIT.done;
  // Imported late, since the version and the help do not need the client.
  const [{ exitCodeOf }, { TrickleError }] = await Promise.all([
    import('./terminal/exit-codes.ts'),
    import('@trickle/sdk'),
  ]);
  const terminal = new Terminal(io);
  terminal.complain(`trickle: ${error instanceof Error ? error.message : String(error)}`);
  const isExplained = [UsageError, OutputError, TrickleError].some((Class) => error instanceof Class);
  if (!isExplained && error instanceof Error && io.env.TRICKLE_DEBUG) {
    terminal.complain([error.stack ?? '']);
  }
  return exitCodeOf(error);
}

const isFromParser = (error: unknown): error is CommanderError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
