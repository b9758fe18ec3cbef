import type { Command } from 'commander';

/** Declares `trickle export`; its nouns are added when it is used. */
export function addExport(command: Command): Command {
  return command
    .summary('write what the account has to a file')
    .description('Writes everything of one kind that the account has, as CSV or NDJSON.');
}
