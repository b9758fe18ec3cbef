import type { CommanderError } from 'commander';
import { Ending, EXIT, UsageError } from './terminal/endings.ts';
import { OutputError, watchOutput, writeOut } from './terminal/output.ts';
import { processSurroundings, type Surroundings } from './terminal/surroundings.ts';
import { Terminal } from './terminal/terminal.ts';

/** Runs the command line and returns its exit code. */
export async function main(
  args: readonly string[],
  surroundings: Surroundings = processSurroundings,
): Promise<number> {
  const { stdout, stderr } = surroundings;
  watchOutput(stdout);
  // When standard error fails, nobody is left to be told.
  stderr.on('error', () => {});
  try {
    const code = await run(args, surroundings);
    await writeOut(stdout, '');
    return code;
  } catch (error) {
    return await explain(error, surroundings);
  }
}

async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { createProgram } = await import('./program.ts');
  const [first, ...rest] = args;
  try {
    const program = createProgram(surroundings);
    await program.parseAsync(first === 'help' ? [...rest, '--help'] : args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    // The parser has printed its help or what is wrong.
    if (isFromParser(error)) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    throw error;
  }
}

/** Prints an error in the words that help its reader. Returns the exit code. */
async function explain(error: unknown, surroundings: Surroundings): Promise<number> {
  if (error instanceof Ending) return error.exitCode;
  if (error instanceof OutputError && error.isReaderGone) return EXIT.done;
  // Imported only now: the version and the help work without the client.
  const [{ exitCodeOf }, { TrickleError }] = await Promise.all([
    import('./terminal/exit-codes.ts'),
    import('@trickle/sdk'),
  ]);
  const terminal = new Terminal(surroundings);
  terminal.complain(`trickle: ${error instanceof Error ? error.message : String(error)}`);
  const isExplained = [UsageError, OutputError, TrickleError].some((Class) => error instanceof Class);
  if (!isExplained && error instanceof Error && surroundings.env.TRICKLE_DEBUG) {
    terminal.complain([error.stack ?? '']);
  }
  return exitCodeOf(error);
}

const isFromParser = (error: unknown): error is CommanderError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
