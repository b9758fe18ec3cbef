import { type Command, Option } from 'commander';
import { contextOf } from '../connection/context.ts';
import { fieldsOf } from '../operations/fields.ts';
import { filterOption } from '../operations/filter-option.ts';
import { summaryOf } from '../operations/texts.ts';
import { SuggestingOption } from '../terminal/command.ts';
import { addJsonHelp } from '../terminal/json-output.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import { type Export, exports } from './exports.ts';
import type { ExportOptions } from './options.ts';
import { runExport } from './run-export.ts';

/** Adds a command for each kind of record. */
export function addExports(exporting: Command, io: ProcessIo): void {
  exporting.helpCommand(false);
  for (const one of exports) addExport(exporting, one, io);
}

function addExport(exporting: Command, one: Export, io: ProcessIo): void {
  const { operation, name } = one;
  const command = exporting.command(name).description(summaryOf(operation));
  for (const parameter of operation.parameters) command.argument(`<${parameter}>`);
  const filters = operation.endpoint.query ? fieldsOf(operation.endpoint.query) : [];
  // An export fetches all pages by itself.
  for (const field of filters.filter(({ name }) => !['page', 'per_page'].includes(name))) {
    command.addOption(filterOption(field));
  }
  command
    .addOption(
      new Option(
        '-f, --format <format>',
        'the format (default: by the name of the output, else csv)',
      ).choices(['csv', 'ndjson']),
    )
    .addOption(
      new SuggestingOption(
        '-o, --output <file>',
        'write to this file, once the export is complete (default: standard output)',
        'files',
      ),
    )
    .option('--columns <names>', 'comma-separated columns, in order (CSV only)')
    .option('--limit <number>', 'the maximum number of records')
    .option('--delimiter <character>', 'the delimiter between cells, or "tab"', ',')
    .option('--separator <text>', 'the separator within lists such as tags', ',')
    .option('--no-limits', 'ignore the hourly rate limits')
    .option('--escape-formulas', 'put an apostrophe before cells that a spreadsheet would run as a formula')
    .action((...given: unknown[]) => {
      // The parser passes the arguments, then the options, then the command.
      const self = given.pop() as Command;
      const options = given.pop() as ExportOptions & Record<string, string>;
      return runExport({ export: one, path: given as string[], options, ...contextOf(self, io) });
    })
    .usage([...operation.parameters.map((parameter) => `<${parameter}>`), '[options]'].join(' '));
  addJsonHelp(command, 'export', io.stdout);
}
