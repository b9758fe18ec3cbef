import { shortened, styled } from '@trickle/design/terminal';
import type { CommanderError } from 'commander';
import { hasFlag } from './terminal/context.ts';
import { EXIT, ExitSignal, UsageError } from './terminal/exit-signal.ts';
import { OutputError, watchOutput, writeOut } from './terminal/output.ts';
import { type ProcessIo, processIo } from './terminal/process-io.ts';
import { MAX_MESSAGE, Terminal } from './terminal/terminal.ts';

/** Runs the command line and returns its exit code. */
export async function main(args: readonly string[], base: ProcessIo = processIo): Promise<number> {
  // Known before parsing, for the errors and the help of the parser.
  const io = hasFlag(args, '--no-color') ? { ...base, env: { ...base.env, NO_COLOR: '1' } } : base;
  const { stdout, stderr } = io;
  watchOutput(stdout);
  // A failing standard error cannot be reported.
  stderr.on('error', () => {});
  try {
    const code = await run(args, io);
    await writeOut(stdout, '');
    return code;
  } catch (error) {
    return await explain(error, new Terminal(io, { isJson: hasFlag(args, '--json') }));
  }
}

async function run(args: readonly string[], io: ProcessIo): Promise<number> {
  const [first, ...rest] = args;
  const { createProgram } = await import('./program.ts');
  if (first === '__complete') {
    const { printCandidates } = await import('./completion/candidates.ts');
    await printCandidates(createProgram(io), rest, io);
    return EXIT.done;
  }
  try {
    const program = createProgram(io, hasFlag(args, '--json'));
    await program.parseAsync(first === 'help' ? [...rest, '--help'] : args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    // The parser has printed the help or the error.
    if (isFromParser(error)) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    throw error;
  }
}

/** Prints an error. Returns the exit code. */
async function explain(error: unknown, terminal: Terminal): Promise<number> {
  // The client wraps errors of hooks that print.
  const first = error instanceof Error && error.cause instanceof OutputError ? error.cause : error;
  if (first instanceof OutputError && first.isReaderGone) return EXIT.done;
  if (error instanceof ExitSignal && !terminal.isJson) return error.exitCode;
  // Imported late: version and help do not need the client.
  const [{ errorJson, errorText, exitCodeOf }, { TrickleError }] = await Promise.all([
    import('./terminal/describe-error.ts'),
    import('@trickle/sdk'),
  ]);
  const code = exitCodeOf(error);
  if (terminal.isJson) {
    terminal.reportJson(errorJson(error, code));
    return code;
  }
  terminal.complain([styled('red', 'trickle:'), ` ${shortened(errorText(error), MAX_MESSAGE)}`]);
  const isExplained = [UsageError, OutputError, TrickleError].some((Class) => error instanceof Class);
  if (!isExplained && error instanceof Error && terminal.io.env.TRICKLE_DEBUG) {
    terminal.complain([error.stack ?? '']);
  }
  return code;
}

const isFromParser = (error: unknown): error is CommanderError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
