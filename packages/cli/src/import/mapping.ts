import type { Reading } from '../operations/field-value.ts';
import { alternativesOf, fieldsOf } from '../operations/fields.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { shellQuoted } from '../terminal/shell-quoted.ts';
import {
  type Certainty,
  type FieldPath,
  fieldPathOf,
  isReadOnly,
  namedField,
  nearlyNamedField,
  ownFieldPath,
} from './field-path.ts';
import type { Preset } from './presets.ts';
import { presetField } from './recognise-preset.ts';
import { REPORT_COLUMNS } from './sniff.ts';
import type { Target } from './targets.ts';
import { columnNamed } from './where.ts';

/** The field that a column is imported to, or why it is skipped. */
export interface MappedColumn {
  readonly column: string;
  readonly to: FieldPath | undefined;
  readonly remark?: string;
  /** How to read a value, if not by its field. */
  readonly read?: (cell: string) => Reading;
  /** Whether it is a consent column, which decides the status. */
  readonly isConsent?: boolean;
  /** The field that its name probably means, apart from a typo. Only the user can decide. */
  readonly suggestion?: string;
}

export interface MappingOptions {
  /** `E-Mail=email` */
  readonly map: readonly string[];
  readonly unmapped: 'ignore' | 'keep' | 'error';
  readonly set: readonly FieldPath[];
  readonly preset?: Preset | undefined;
}

/** Fields that identify a subscriber without an email address. */
export const OTHER_NAMES = ['id', 'visitor_uuid', 'person_id'];

export function mapColumns(
  target: Target,
  columns: readonly string[],
  options: MappingOptions,
): readonly MappedColumn[] {
  const byOption = columnsByOption(target, columns, options.map);
  const named = columns.map(
    (column) => byOption.get(column) ?? byPreset(target, column, options.preset) ?? byName(target, column),
  );
  const owners = ownersOf(named, options.set);
  const mapped = named.map((column) => settled(target, column, owners, options));
  assertDistinct(mapped);
  const hasEmail = mapped.some((column) => keyOf(column) === 'email');
  return mapped.map((column) =>
    hasEmail && !byOption.has(column.column) && OTHER_NAMES.includes(keyOf(column) ?? '')
      ? skipped(column.column, 'the email address identifies the subscriber')
      : column,
  );
}

/** Throws if one column would overwrite another. */
function assertDistinct(mapped: readonly MappedColumn[]): void {
  const seen = new Map<string, string>();
  for (const one of mapped) {
    const key = keyOf(one);
    if (key === undefined || isList(one)) continue;
    const other = seen.get(key);
    if (other !== undefined)
      throw new UsageError(
        `Both ${other} and ${one.column} set ${key}. Choose one, as by ${mapOption(one.column, '')}.`,
      );
    seen.set(key, one.column);
  }
}

/** Throws if no record could be valid. */
export function checkMapping(
  target: Target,
  mapped: readonly MappedColumn[],
  set: readonly FieldPath[],
  file: string,
): void {
  const keys = new Set([...mapped, ...set.map((to) => ({ to }))].map((entry) => entry.to?.path[0]));
  const columns = mapped.map(({ column }) => column).join(', ');
  const adviceFor = (field: string) => {
    const likely = mapped.find(({ suggestion }) => suggestion === field) ?? mapped[0];
    const option = mapOption(likely?.column ?? '', field);
    return `Columns: ${columns}. Map one, as in ${option}, or name the columns with --columns if the file has no header.`;
  };
  const names = alternativesOf(target.item);
  if (names.length > 0 && !names.some((name) => keys.has(name))) {
    throw new UsageError(
      `${file} has no column for ${names.join(', ')}; one is required. ${adviceFor('email')}`,
    );
  }
  for (const { name, isRequired } of fieldsOf(target.item)) {
    if (isRequired && !keys.has(name)) {
      throw new UsageError(
        `${file} has no column for ${name}, which is required. ${adviceFor(name)} --set '${name}=…' gives every record the same value.`,
      );
    }
  }
}

function columnsByOption(
  target: Target,
  columns: readonly string[],
  map: readonly string[],
): Map<string, NamedColumn> {
  return new Map(
    map.map((text) => {
      const at = text.lastIndexOf('=');
      if (at < 1) throw new UsageError(`--map must be <column>=<field>, not '${text}'.`);
      const [name, field] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
      const column = columnNamed(name, columns, '--map');
      const to = field === '' ? undefined : fieldPathOf(target, field);
      return [column, to ? { column, to, by: 'map' } : { column, to, remark: 'skipped' }];
    }),
  );
}

/** The field of a column according to the preset, which only covers unclear names. */
function byPreset(target: Target, column: string, preset: Preset | undefined): NamedColumn | undefined {
  const field = preset && presetField(preset, column);
  if (field === undefined) return undefined;
  return field === '' ? { column, to: undefined } : { column, to: fieldPathOf(target, field), by: 'preset' };
}

function byName(target: Target, column: string): NamedColumn {
  if (REPORT_COLUMNS.includes(column.trim())) return skipped(column, 'part of the error report');
  const named = namedField(target, column);
  if (named) return { column, to: named.to, by: named.certainty };
  return isReadOnly(target, column) ? skipped(column, 'the service sets it') : { column, to: undefined };
}

/** A column with its likely field, before conflicts are resolved. */
interface NamedColumn extends MappedColumn {
  readonly by?: 'map' | 'preset' | Certainty;
}

/** Priorities of columns that compete for a field; ties are resolved by their order in the file. */
const ORDER = ['map', 'exact', 'spelling', 'preset', 'alias'] as const;

/** The column (or `--set`) that fills each field. Only lists, such as tags, can be filled by several. */
function ownersOf(
  named: readonly NamedColumn[],
  set: readonly FieldPath[],
): ReadonlyMap<string | undefined, Owner> {
  const owners = new Map<string | undefined, Owner>(
    set.map((to) => [keyOf({ to }), { column: '--set', by: 'map' }]),
  );
  for (const kind of ORDER) {
    for (const rival of named.filter(({ by }) => by === kind)) {
      const owner = owners.get(keyOf(rival));
      if (owner === undefined) owners.set(keyOf(rival), rival);
      else if (kind === 'map' && !isList(rival))
        throw new UsageError(`Both ${owner.column} and ${rival.column} set ${keyOf(rival)}. Choose one.`);
    }
  }
  return owners;
}

type Owner = Pick<NamedColumn, 'column' | 'by'>;

/** The final decision about a column: its field, a custom place, or why it is skipped. */
function settled(
  target: Target,
  rival: NamedColumn,
  owners: ReadonlyMap<string | undefined, Owner>,
  options: MappingOptions,
): MappedColumn {
  const { column, to, by, remark } = rival;
  if (remark !== undefined) return rival;
  if (to === undefined) return unmatched(target, { column }, owners, options);
  const owner = owners.get(keyOf(rival));
  if (owner === rival || isList(rival)) return { column, to };
  const why = `${owner?.column} is ${keyOf(rival)}`;
  // An alias only counts if no field has that name.
  return by === 'alias' ? unmatched(target, { column, why }, owners, options) : skipped(column, why);
}

/** An unmatched column, handled by `--unmapped`; `why` if another column has its field. */
function unmatched(
  target: Target,
  { column, why }: { readonly column: string; readonly why?: string },
  owners: ReadonlyMap<string | undefined, unknown>,
  { unmapped }: MappingOptions,
): MappedColumn {
  const ownPath = unmapped === 'keep' ? ownFieldPath(target, column) : undefined;
  if (ownPath) return { column, to: ownPath };
  const near = why === undefined ? keyOf({ to: nearlyNamedField(target, column) }) : undefined;
  const suggestion = owners.has(near) ? undefined : near;
  if (unmapped === 'error' && column.trim() !== '') {
    const field = suggestion ?? (target.own ? `${target.own}.name` : '');
    const hint = suggestion === undefined ? '.' : `, did you mean ${suggestion}?`;
    throw new UsageError(
      `No field is named '${column}'${why === undefined ? hint : `, and ${why}.`} ` +
        `Map the column, as in ${mapOption(column, field)}.`,
    );
  }
  if (suggestion === undefined)
    return skipped(column, `${why ?? 'no such field'}${wayToKeep(target, column)}`);
  const remark = `skipped; did you mean ${mapOption(column, suggestion)}?`;
  return { column, to: undefined, remark, suggestion };
}

function wayToKeep(target: Target, column: string): string {
  const place = column.trim() === '' ? undefined : ownFieldPath(target, column);
  return place ? `; keep it with ${mapOption(column, place.path.join('.'))}` : '';
}

const skipped = (column: string, why: string) => ({ column, to: undefined, remark: `skipped: ${why}` });

const mapOption = (column: string, field: string) => `--map ${shellQuoted(`${column}=${field}`)}`;

const isList = ({ to }: MappedColumn) => to?.field.kind === 'strings';

const keyOf = ({ to }: { readonly to: FieldPath | undefined }) => to?.path.join('.');
