import type { Command } from 'commander';

/** Declares `trickle export`. Its subcommands are added when it is used. */
export function addExport(command: Command): Command {
  return command
    .summary('Export records to a CSV or NDJSON file')
    .description('Export all records of one kind as CSV or NDJSON.');
}
