import { alternativesOf, fieldsOf } from '../operations/fields.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { isReadOnly, namedField, nearlyNamedField } from './column-names.ts';
import { type FieldPath, fieldPathOf, ownFieldPath } from './field-path.ts';
import { REPORT_COLUMNS } from './report-header.ts';
import type { Target } from './targets.ts';

/** The field that a column is imported to, or why it is skipped. */
export interface MappedColumn {
  readonly column: string;
  readonly to: FieldPath | undefined;
  /** Why it is skipped, or that its field was guessed. */
  readonly remark?: string;
}

/** Options of the mapping. */
export interface MappingOptions {
  /** `E-Mail=email` */
  readonly map: readonly string[];
  readonly unmapped: 'ignore' | 'keep' | 'error';
  /** The fields that have a value for every record already. */
  readonly set: readonly FieldPath[];
}

/** Fields that identify a subscriber where there is no email address. */
export const OTHER_NAMES = ['id', 'visitor_uuid', 'person_id'];

/** Finds the field of each column, by the options, else by its name. */
export function mapColumns(
  target: Target,
  columns: readonly string[],
  options: MappingOptions,
): readonly MappedColumn[] {
  const given = givenColumns(target, columns, options.map);
  const mapped = columns.map((column) => given.get(column) ?? byName(target, column));
  const taken = new Set([...mapped, ...options.set.map((to) => ({ to }))].map(keyOf));
  const guessed = mapped.map((one) =>
    one.to || one.remark ? one : guess(target, one.column, taken, options),
  );
  const unique = withoutRepetition(guessed, new Set(given.keys()), options.set);
  const hasEmail = unique.some((one) => keyOf(one) === 'email');
  return unique.map((one) =>
    hasEmail && !given.has(one.column) && OTHER_NAMES.includes(keyOf(one) ?? '')
      ? { column: one.column, to: undefined, remark: 'skipped: the email address identifies the subscriber' }
      : one,
  );
}

/** Throws if no record could be valid. */
export function checkMapping(
  target: Target,
  mapped: readonly MappedColumn[],
  set: readonly FieldPath[],
  file: string,
): void {
  const keys = new Set([...mapped, ...set.map((to) => ({ to }))].map((one) => one.to?.path[0]));
  const columns = mapped.map(({ column }) => column).join(', ');
  const advice =
    `Columns: ${columns}. Map one, as in --map '${mapped[0]?.column ?? ''}=email', ` +
    'or name the columns with --columns if the file has no header.';
  const names = alternativesOf(target.item);
  if (names.length > 0 && !names.some((name) => keys.has(name))) {
    throw new UsageError(`${file} has no column for ${names.join(', ')}; one is required. ${advice}`);
  }
  for (const { name, isRequired } of fieldsOf(target.item)) {
    if (isRequired && !keys.has(name)) {
      throw new UsageError(
        `${file} has no column for ${name}, which is required. ${advice} --set '${name}=…' gives every record the same value.`,
      );
    }
  }
}

function givenColumns(
  target: Target,
  columns: readonly string[],
  map: readonly string[],
): Map<string, MappedColumn> {
  return new Map(
    map.map((text) => {
      const at = text.lastIndexOf('=');
      if (at < 1) throw new UsageError(`--map must be <column>=<field>, not '${text}'.`);
      const [name, field] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
      const column =
        columns.find((one) => one === name) ??
        columns.find((one) => one.trim().toLowerCase() === name.toLowerCase());
      if (column === undefined) {
        throw new UsageError(`--map: no column '${name}'. Columns: ${columns.join(', ')}.`);
      }
      const to = field === '' ? undefined : fieldPathOf(target, field);
      return [column, to ? { column, to } : { column, to, remark: 'skipped' }];
    }),
  );
}

function byName(target: Target, column: string): MappedColumn {
  if (REPORT_COLUMNS.includes(column.trim()))
    return { column, to: undefined, remark: 'skipped: part of the error report' };
  const to = namedField(target, column);
  if (to) return { column, to };
  return isReadOnly(target, column) ? { column, to, remark: 'skipped: the service sets it' } : { column, to };
}

function guess(
  target: Target,
  column: string,
  taken: ReadonlySet<string | undefined>,
  { unmapped }: MappingOptions,
): MappedColumn {
  const near = nearlyNamedField(target, column);
  if (near && !taken.has(near.path.join('.'))) return { column, to: near, remark: 'guessed' };
  const own = unmapped === 'keep' ? ownFieldPath(target, column) : undefined;
  if (own) return { column, to: own };
  if (unmapped === 'error' && column.trim() !== '') {
    throw new UsageError(
      `No field is named '${column}'. Map the column, as in --map '${column}=${target.own ? `${target.own}.name` : ''}'.`,
    );
  }
  return { column, to: undefined, remark: 'skipped: no such field' };
}

/** Two columns cannot fill one field, unless it is a list, such as tags. */
function withoutRepetition(
  mapped: readonly MappedColumn[],
  given: ReadonlySet<string>,
  set: readonly FieldPath[],
): MappedColumn[] {
  const owners = new Map<string | undefined, string>(set.map((to) => [keyOf({ to }), '--set']));
  for (const one of mapped) if (given.has(one.column)) claim(owners, one);
  return mapped.map((one) => {
    if (!one.to || one.to.field.kind === 'texts' || given.has(one.column)) return one;
    const owner = owners.get(keyOf(one));
    owners.set(keyOf(one), owner ?? one.column);
    return owner === undefined
      ? one
      : { column: one.column, to: undefined, remark: `skipped: ${owner} is ${keyOf(one)}` };
  });
}

function claim(owners: Map<string | undefined, string>, one: MappedColumn): void {
  const owner = owners.get(keyOf(one));
  if (one.to && one.to.field.kind !== 'texts' && owner !== undefined) {
    throw new UsageError(`Both ${owner} and ${one.column} set ${keyOf(one)}. Choose one.`);
  }
  owners.set(keyOf(one), one.column);
}

const keyOf = ({ to }: { readonly to: FieldPath | undefined }) => to?.path.join('.');
