import { delimiterOf } from '../csv/delimiter.ts';
import { type Field, fieldsOf } from '../operations/fields.ts';
import { UsageError } from '../terminal/endings.ts';
import { isReadOnly } from './column-names.ts';
import { csvRows } from './csv-rows.ts';
import { type Encoding, encodingOf, headText, textOf } from './decode.ts';
import { fieldPathOf, findFieldPath, ownFieldPath } from './field-path.ts';
import { jsonRows } from './json-rows.ts';
import { checkMapping, type MappedColumn, mapColumns, REPORT_COLUMNS } from './mapping.ts';
import type { ImportOptions } from './options.ts';
import {
  type Constant,
  constantsOf,
  type Made,
  type Placement,
  recordOfCells,
  recordOfJson,
} from './record-maker.ts';
import type { Row } from './rows.ts';
import { formatOf, likelyDelimiter, separatorLine } from './sniff.ts';
import type { Source } from './source.ts';
import { type Target, targets } from './targets.ts';

/** How a file is read and what its records become, settled before anything is sent. */
export interface Plan {
  readonly target: Target;
  readonly format: 'csv' | 'ndjson';
  readonly encoding: Encoding;
  readonly constants: readonly Constant[];
  readonly separator: string;
  /** Of CSV. */
  readonly delimiter: string;
  readonly columns: readonly MappedColumn[];
  /** The rows behind the header. To be read once. */
  readonly rows: AsyncGenerator<Row, void, undefined>;
  make(row: Row): Made;
}

/** Looks at the beginning of a file, and settles how it is read. */
export async function planOf(source: Source, options: ImportOptions): Promise<Plan> {
  const target = targets[options.as] as Target; // the parser knows the choices
  const encoding = encodingOf(source, options.encoding);
  const head = headText(source, encoding);
  const format = options.format ?? formatOf(source.name, head);
  if (format === 'json') {
    throw new UsageError(
      `${source.name} is one JSON array. One record a line is wanted, as jq -c '.[]' makes it.`,
    );
  }
  const { separator } = options;
  const constants = constantsOf(target, { set: options.set ?? [], tags: options.tag ?? [], separator });
  const common = { target, encoding, constants, separator };
  const text = textOf(source, encoding);
  return format === 'ndjson'
    ? { ...common, ...jsonPlan(jsonRows(text, source.name), target, options, constants) }
    : { ...common, ...(await csvPlan(source, text, head, target, options, constants)) };
}

type OwnPart = Pick<Plan, 'format' | 'delimiter' | 'columns' | 'rows' | 'make'>;

async function csvPlan(
  { name }: Source,
  text: AsyncGenerator<string>,
  head: string,
  target: Target,
  options: ImportOptions,
  constants: readonly Constant[],
): Promise<OwnPart> {
  const delimiter =
    (options.delimiter === undefined ? separatorLine(head)?.delimiter : delimiterOf(options.delimiter)) ??
    likelyDelimiter(head);
  const rows = csvRows(text, delimiter, name);
  const header = options.columns?.split(',') ?? (await rows.next()).value?.cells;
  if (!header) throw new UsageError(`${name} is empty.`);
  const set = constants.map(({ to }) => to);
  const { map = [], unmapped = 'ignore' } = options;
  const columns = mapColumns(target, header, { map, unmapped, set });
  checkMapping(target, columns, set, name);
  return {
    ...{ format: 'csv', delimiter, columns, rows },
    // The rows of this plan are those of CSV.
    make: (row) => recordOfCells(row as Extract<Row, { kind: 'csv' }>, columns, constants, options.separator),
  };
}

function jsonPlan(
  rows: OwnPart['rows'],
  target: Target,
  { map = [], unmapped = 'error' }: ImportOptions,
  constants: readonly Constant[],
): OwnPart {
  const placeOf = placementOf(target, map, unmapped);
  return {
    ...{ format: 'ndjson', delimiter: '', columns: [], rows },
    make: (row) => recordOfJson(row as Extract<Row, { kind: 'json' }>, placeOf, constants),
  };
}

function placementOf(
  target: Target,
  map: readonly string[],
  unmapped: 'ignore' | 'keep' | 'error',
): Placement {
  const known = new Map<string, ReturnType<Placement>>([
    ...[...REPORT_COLUMNS, 'error_text'].map((name) => [name, undefined] as const),
    ...fieldsOf(target.item).map(({ name }) => [name, findFieldPath(target, name)] as const),
    ...map.map((text) => renamed(target, text)),
  ]);
  return (name) => {
    if (known.has(name)) return known.get(name);
    if (isReadOnly(target, name) || unmapped === 'ignore') return undefined;
    const own = unmapped === 'keep' ? ownFieldPath(target, name) : undefined;
    // Under its own name it is refused by the client, or kept where records take any member.
    return own ?? { path: [name], field: { ...ANY, name } };
  };
}

const ANY: Omit<Field, 'name'> = {
  ...{ kind: 'anything', isRequired: false, isNullable: true, format: undefined },
  ...{ values: [], members: [], isOpen: false },
};

function renamed(target: Target, text: string): readonly [string, ReturnType<Placement>] {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new UsageError(`--map takes <member>=<field>, not '${text}'.`);
  const field = text.slice(at + 1).trim();
  return [text.slice(0, at).trim(), field === '' ? undefined : fieldPathOf(target, field)];
}
