import type { Command } from 'commander';
import { addJsonHelp } from '../terminal/json-output.ts';
import type { ProcessIo } from '../terminal/process-io.ts';

/** Declares `trickle export`. Its subcommands are added when it is used. */
export function addExport(command: Command, io: ProcessIo): Command {
  addJsonHelp(command, 'export', io.stdout);
  return command
    .summary('Export records to a CSV or NDJSON file')
    .description('Export all records of one kind as CSV or NDJSON.');
}
