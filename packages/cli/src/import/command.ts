import { type Command, Option } from 'commander';
import { contextOf } from '../connection/context.ts';
import { SuggestingArgument, SuggestingOption } from '../terminal/command.ts';
import { addJsonHelp } from '../terminal/json-output.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import type { ImportOptions } from './options.ts';

const EXAMPLES = `
Examples:
  trickle import subscribers.csv --dry-run
  trickle import subscribers.csv --map 'E-Mail=email' --map 'Plan=custom_fields.plan' --tag newsletter
  trickle import bounced.csv --as unsubscribes
  trickle import clicks.ndjson --as events --set 'action=Clicked'

To resume an import that was stopped, run the same command again.
`;

/** The kinds of records, by the names of the client. */
export const TARGETS = [
  ...['subscribers', 'unsubscribes', 'events', 'orders'],
  ...['cart-activities', 'order-activities', 'product-activities'],
];

/** Collects the values of a repeatable option. */
const collect = (value: string, values: readonly string[] = []) => [...values, value];

/** Declares `trickle import`. */
export function addImport(command: Command, io: ProcessIo): void {
  command
    .summary('Import records from a CSV or NDJSON file')
    .description('Import records from a CSV or NDJSON file of any size.')
    .addArgument(new SuggestingArgument('<file>', 'the file to import; - for standard input', 'files'));
  addRecordOptions(command);
  addFormatOptions(command);
  addRunOptions(command);
  command
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: ImportOptions, self: Command) => {
      const { runImport } = await import('./run-import.ts');
      await runImport({ file, options, ...contextOf(self, io) });
    });
  addJsonHelp(command, 'import', io.stdout);
}

/** Declares the options that set the content of the records. */
function addRecordOptions(command: Command): void {
  command
    .addOption(new Option('--as <kind>', 'the kind of records').choices(TARGETS).default('subscribers'))
    .option(
      '-m, --map <column=field>',
      'import a column as this field, such as custom_fields.plan; leave the field empty to skip the column (repeatable)',
      collect,
    )
    .addOption(
      new Option(
        '--unmapped <what>',
        'for columns that match no field: ignore them, keep them as custom values, or stop with an error (default: ignore for CSV, error for NDJSON)',
      ).choices(['ignore', 'keep', 'error']),
    )
    .option('-t, --tag <tag>', 'add a tag to every subscriber (repeatable)', collect)
    .option('-s, --set <field=value>', 'set a field of every record (repeatable)', collect)
    .option('--separator <text>', 'the separator within lists such as tags', ',');
}

/** Declares the options that describe the format of the file. */
function addFormatOptions(command: Command): void {
  command
    .addOption(
      new Option('--format <format>', 'the format of the file (default: detected)').choices([
        'csv',
        'ndjson',
      ]),
    )
    .option('--delimiter <character>', 'the delimiter between cells, or "tab" (default: detected)')
    .option('--columns <names>', 'comma-separated column names, for a file without a header')
    .option(
      '--encoding <name>',
      'the encoding of the file, such as windows-1252 (default: UTF-8, or UTF-16 with a byte order mark)',
    );
}

/** Declares the options of the run. */
function addRunOptions(command: Command): void {
  command
    .option('--dry-run', 'check every record, but send nothing')
    .addOption(
      new SuggestingOption(
        '--errors <file>',
        'write rejected records to this file (default: <file>.errors.csv)',
        'files',
      ),
    )
    .option('--restart', 'start over instead of resuming')
    .addOption(
      new SuggestingOption(
        '--checkpoint <file>',
        'save progress to this file (default: <file>.checkpoint)',
        'files',
      ),
    )
    .addOption(
      new Option(
        '--on-unknown <what>',
        'for records that may have been imported already and must not count twice',
      )
        .choices(['stop', 'skip', 'repeat'])
        .default('stop'),
    )
    .option('--chunk-size <number>', 'records per request, 1 to 1000', '1000')
    .option(
      '--concurrency <number>',
      'simultaneous requests; more than 1 may change the order of records',
      '1',
    )
    .option('--no-limits', 'ignore the hourly rate limits');
}
