import { type Reading, readValue } from '../operations/field-value.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { readSmsConsent } from './consent.ts';
import { type FieldPath, plain } from './field-path.ts';
import { PRESETS, type Preset } from './presets.ts';

/**
 * The preset that matches the columns of a file, if any.
 *
 * @throws {@link UsageError} if `--from` names another service.
 */
export function presetOf(
  header: readonly string[],
  file: string,
  from: string | undefined,
): Preset | undefined {
  if (from === 'none') return undefined;
  const candidates = PRESETS.filter(({ name }) => from === undefined || name === from);
  const columns = new Set(header.map(plain));
  const missing = ({ signs }: Preset) =>
    signs.find((names) => !names.some((name) => columns.has(plain(name))));
  const found = candidates.find(
    (preset) =>
      missing(preset) === undefined &&
      (preset.file?.test(file) ?? true) &&
      !(preset.without !== undefined && columns.has(plain(preset.without))),
  );
  if (found || from === undefined) return found;
  const lacking = candidates.map(missing).at(-1)?.join(' or ');
  throw new UsageError(
    `${file} is not an export as --from ${from} reads it: ` +
      (lacking === undefined ? 'it is an export of this service.' : `it has no column ${lacking}.`) +
      ' Leave out --from, and name the fields of its columns with --map.',
  );
}

/** The preset's field for a column; '' for a column to skip; undefined if the preset does not mention it. */
export function presetField({ fields }: Preset, column: string): string | undefined {
  const name = Object.keys(fields).find((one) => plain(one) === plain(column));
  return name === undefined ? undefined : fields[name];
}

export const consentOf = ({ consent }: Preset, header: readonly string[]): readonly string[] =>
  header.filter((column) => consent.some((name) => plain(name) === plain(column)));

/**
 * How to read a value of an export, if not by its field. Ids and phone numbers start with an apostrophe, which keeps
 * spreadsheets from rounding them.
 */
export function presetReading(
  { path: [name], field }: FieldPath,
  column: string,
): ((cell: string) => Reading) | undefined {
  if (name === 'sms_consent') return (cell) => readSmsConsent(column, cell);
  if (name !== 'user_id' && name !== 'phone') return undefined;
  return (cell) => readValue(field, cell.replace(/^'(?=[+\d])/, ''));
}
