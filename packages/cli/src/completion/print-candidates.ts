import type { Command } from 'commander';
import { writeOut } from '../terminal/output.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import { visibleLine } from '../terminal/text.ts';
import { candidatesFor } from './candidates.ts';

/** Prints what a shell can complete, for the scripts of `trickle completion`. The last word is the one at the cursor. */
export async function printCandidates(
  program: Command,
  words: readonly string[],
  io: ProcessIo,
): Promise<void> {
  const found = await candidatesFor(program, words, io);
  const lines =
    found === 'files'
      ? [':files']
      : found.map(({ value, description = '' }) =>
          description === '' ? visibleLine(value) : `${visibleLine(value)}\t${visibleLine(description)}`,
        );
  await writeOut(io.stdout, lines.map((line) => `${line}\n`).join(''));
}
