import { type Command, Option } from 'commander';
import { contextOf } from '../terminal/context.ts';
import type { Surroundings } from '../terminal/surroundings.ts';
import type { ImportOptions } from './options.ts';

const EXAMPLES = `
Examples:
  trickle import people.csv --dry-run
  trickle import people.csv --map 'E-Mail=email' --map 'Plan=custom_fields.plan' --tag newsletter
  trickle import bounced.csv --as unsubscribes
  trickle import clicks.ndjson --as events --set 'action=Clicked'

The same command again goes on where a stopped import was.
`;

/** What can be imported, by the client's own names. */
export const TARGETS = [
  ...['subscribers', 'unsubscribes', 'events', 'orders'],
  ...['cart-activities', 'order-activities', 'product-activities'],
];

/** Adds a value to those of an option that may be given several times. */
const collect = (value: string, values: readonly string[] = []) => [...values, value];

/** Declares `trickle import`. */
export function addImport(command: Command, surroundings: Surroundings): void {
  command
    .summary('send the records of a CSV or NDJSON file')
    .description('Sends the records of a CSV or NDJSON file, any number of them.')
    .argument('<file>', 'the file; - for standard input')
    .addOption(new Option('--as <kind>', 'what the records are').choices(TARGETS).default('subscribers'))
    .option(
      '-m, --map <column=field>',
      'which field a column is; repeat it. custom_fields.plan names a custom field, an empty field leaves the column out',
      collect,
    )
    .addOption(
      new Option(
        '--unmapped <what>',
        'what to do with columns that are no field: ignore them, keep them as values of your own, or refuse to start. Default: ignore; NDJSON: error',
      ).choices(['ignore', 'keep', 'error']),
    )
    .option('-t, --tag <tag>', 'a tag for every subscriber; repeat it', collect)
    .option('-s, --set <field=value>', 'a value for every record; repeat it', collect)
    .option('--separator <text>', 'what stands between the parts of a list such as tags', ',')
    .addOption(
      new Option('--format <format>', 'default: by the name or the beginning of the file').choices([
        'csv',
        'ndjson',
      ]),
    )
    .option(
      '--delimiter <character>',
      'what stands between the cells; default: found by itself. tab for a tab',
    )
    .option('--columns <names>', 'the names of the columns, with commas, of a file without a header')
    .option('--encoding <name>', 'of the file, such as windows-1252; default: UTF-8, or UTF-16 with its mark')
    .option('--dry-run', 'check everything and send nothing')
    .option('--errors <file>', 'where to write records that are refused; default: <file>.errors.csv')
    .option('--restart', 'begin anew, whatever an earlier import has done')
    .option('--checkpoint <file>', 'where to note what is done; default: <file>.checkpoint')
    .addOption(
      new Option(
        '--on-unknown <what>',
        'what to do with records that may have been taken, where twice would count twice',
      )
        .choices(['stop', 'skip', 'repeat'])
        .default('stop'),
    )
    .option('--chunk-size <number>', 'records in one request, 1 to 1000', '1000')
    .option('--concurrency <number>', 'requests at a time; more than 1 loses the order of the file', '1')
    .option('--no-limits', 'do not keep within the hourly limits of the service')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: ImportOptions, self: Command) => {
      const { runImport } = await import('./run-import.ts');
      await runImport({ file, options, ...contextOf(self, surroundings) });
    });
}
