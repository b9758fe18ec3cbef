import { delimiter } from '../csv/delimiter.ts';
import { anyText, filePath, many, oneOf, option, type ValuesOf, wholeNumber } from '../terminal/option.ts';
import { PRESET_NAMES } from './presets.ts';

export const TARGETS = [
  ...(['subscribers', 'unsubscribes', 'events', 'orders'] as const),
  ...(['cart-activities', 'order-activities', 'product-activities'] as const),
] as const;

/** Options that set the content of the records. */
const ofRecords = {
  as: option('--as <kind>', 'the kind of records', oneOf(...TARGETS), 'subscribers'),
  from: option(
    '--from <service>',
    'insist that the file is an export of this service; none for any other file (default: recognised)',
    oneOf(...PRESET_NAMES, 'none'),
  ),
  map: many(
    '-m, --map <column=field>',
    'import a column as this field, such as custom_fields.plan; leave the field empty to skip the column',
    anyText,
  ),
  unmapped: option(
    '--unmapped <what>',
    'for columns that match no field: ignore them, keep them as custom values, or stop with an error (default: ignore for CSV, error for NDJSON)',
    oneOf('ignore', 'keep', 'error'),
  ),
  tag: many('-t, --tag <tag>', 'add a tag to every subscriber', anyText),
  set: many('-s, --set <field=value>', 'set a field of every record, overriding the file', anyText),
  where: many(
    '-w, --where <column=value>',
    'import only rows with this value; != excludes it, an empty value means no value',
    anyText,
  ),
  statusFrom: option(
    '--status-from <column>',
    'make subscribers active or unsubscribed by this column, which says whether they agreed to emails',
    anyText,
  ),
  ignoreConsent: option(
    '--ignore-consent',
    'import everybody as active, although the file says who agreed to emails',
  ),
};

/** Options that describe the format of the file. */
const ofFormat = {
  format: option('--format <format>', 'the format of the file (default: detected)', oneOf('csv', 'ndjson')),
  delimiter: option(
    '--delimiter <character>',
    'the delimiter between cells, or "tab" (default: detected)',
    delimiter,
  ),
  columns: option('--columns <names>', 'comma-separated column names, for a file without a header', anyText),
  encoding: option(
    '--encoding <name>',
    'the encoding of the file, such as windows-1252 (default: detected, of UTF-8 and UTF-16)',
    anyText,
  ),
};

/** Options of the run. */
const ofRun = {
  dryRun: option('--dry-run', 'check every record, but send nothing; needs no credentials'),
  errors: option(
    '--errors <file>',
    'write rejected records to this file, replacing it (default: <file>.errors.csv)',
    filePath,
  ),
  restart: option('--restart', 'start over instead of resuming'),
  checkpoint: option(
    '--checkpoint <file>',
    'save progress to this file (default: <file>.checkpoint)',
    filePath,
  ),
  onUnknown: option(
    '--on-unknown <what>',
    'for records that may have been imported already and must not count twice',
    oneOf('stop', 'skip', 'repeat'),
    'stop',
  ),
  chunkSize: option(
    '--chunk-size <number>',
    'records per request, 1 to 1000',
    wholeNumber({ from: 1, to: 1000 }),
    '1000',
  ),
  limits: option('--no-limits', 'ignore the hourly rate limits, for a service without any'),
};

export const importOptions = { ...ofRecords, ...ofFormat, ...ofRun };

export type ImportOptions = ValuesOf<typeof importOptions>;
