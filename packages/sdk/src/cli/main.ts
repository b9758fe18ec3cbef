import type { Command, CommanderError } from 'commander';
import { Ending, EXIT, UsageError } from './terminal/endings.ts';
import { processSurroundings, type Surroundings } from './terminal/surroundings.ts';

/** Runs the command line and gives its exit code. */
export async function main(
  args: readonly string[],
  surroundings: Surroundings = processSurroundings,
): Promise<number> {
  // Who reads our results may stop reading, as `head` does: then nobody wants more of them.
  surroundings.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  surroundings.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const { createProgram } = await import('./program.ts');
  const program = createProgram(surroundings);
  try {
    const [first, ...rest] = args;
    await program.parseAsync(first === 'help' ? [...rest, '--help'] : args, { from: 'user' });
    return 0;
  } catch (error) {
    return await explain(error, program, surroundings);
  }
}

/** Tells of an error what its reader can do about it. Gives the exit code. */
async function explain(error: unknown, program: Command, { stderr, env }: Surroundings): Promise<number> {
  if (isOfParser(error)) return error.exitCode === 0 ? EXIT.done : EXIT.usage; // it has said what is wrong
  if (error instanceof Ending) return error.exitCode;
  // Loaded only now: the version and the help do without the client.
  const [{ exitCodeOf }, { TrickleError }] = await Promise.all([
    import('./terminal/exit-codes.ts'),
    import('@trickle/sdk'),
  ]);
  const isExplained = error instanceof UsageError || error instanceof TrickleError;
  const text = error instanceof Error ? error.message : String(error);
  stderr.write(`${program.name()}: ${text}\n`);
  if (!isExplained && error instanceof Error && env.TRICKLE_DEBUG) stderr.write(`${error.stack}\n`);
  return exitCodeOf(error);
}

const isOfParser = (error: unknown): error is CommanderError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
