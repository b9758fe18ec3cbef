import { type Field, fieldsOf } from '../operations/fields.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { isReadOnly } from './column-names.ts';
import { assertConsent, readStatus } from './consent.ts';
import { csvRows } from './csv-rows.ts';
import { encodingOf, headText, textOf } from './decode.ts';
import { fieldPathOf, findFieldPath, ownFieldPath } from './field-path.ts';
import { jsonRows } from './json-rows.ts';
import { checkMapping, type MappedColumn, mapColumns } from './mapping.ts';
import type { ImportOptions } from './options.ts';
import {
  type Constant,
  constantsOf,
  type Placement,
  type RowResult,
  recordOfCells,
  recordOfJson,
} from './record-maker.ts';
import { isErrorReport, REPORT_COLUMNS, reportDelimiter } from './report-header.ts';
import { type Row, Rows } from './rows.ts';
import { formatOf, likelyDelimiter, separatorLine } from './sniff.ts';
import type { Source } from './source.ts';
import { type Target, targets } from './targets.ts';
import { columnNamed, conditionsOf } from './where.ts';

/** A plan to read a file and make its records, complete before anything is sent. */
export interface Plan {
  readonly target: Target;
  readonly format: 'csv' | 'ndjson';
  readonly encoding: string;
  /** Whether the file is the error report of an earlier import. */
  readonly isReport: boolean;
  readonly constants: readonly Constant[];
  readonly separator: string | undefined;
  /** Of CSV. */
  readonly delimiter: string;
  readonly columns: readonly MappedColumn[];
  /** The rows after the header. Can be read once. */
  readonly rows: Rows;
  make(row: Row): RowResult;
}

/** Makes the plan from the options and the beginning of a file. */
export async function planOf(source: Source, options: ImportOptions): Promise<Plan> {
  const target: Target = targets[options.as];
  const encoding = encodingOf(source, options.encoding);
  const head = headText(source, encoding);
  const isReport = isErrorReport(head);
  const format = (isReport ? undefined : options.format) ?? formatOf(source.name, head);
  if (format === 'json') {
    throw new UsageError(
      `${source.name} is a JSON array. Convert it to one record per line, for example with: jq -c '.[]'`,
    );
  }
  const { separator } = options;
  const constants = constantsOf(target, { set: options.set, tags: options.tag, separator });
  const common = { target, encoding, isReport, constants, separator };
  const input = { name: source.name, head, text: textOf(source, encoding) };
  const part = format === 'ndjson' ? jsonPlan : csvPlan;
  return { ...common, ...(await part(input, common, options)) };
}

/** The text of a file. */
interface Input {
  readonly name: string;
  /** The beginning of the text. */
  readonly head: string;
  /** The whole text. Can be read once. */
  readonly text: AsyncGenerator<string>;
}

type Common = Pick<Plan, 'target' | 'constants' | 'separator'>;

type OwnPart = Pick<Plan, 'format' | 'delimiter' | 'columns' | 'rows' | 'make'>;

async function csvPlan(
  { name, head, text }: Input,
  { target, constants, separator }: Common,
  options: ImportOptions,
): Promise<OwnPart> {
  const ofReport = reportDelimiter(head);
  const ofFile = () => separatorLine(head)?.delimiter ?? likelyDelimiter(head);
  const delimiter = ofReport ?? options.delimiter ?? ofFile();
  const rows = new Rows(csvRows(text, delimiter, name));
  // A report always has a header, even if its file had none.
  const names = ofReport === undefined ? options.columns?.split(',') : undefined;
  const header = names ?? (await rows.next())?.cells;
  if (!header) throw new UsageError(`${name} is empty.`);
  const set = constants.map(({ to }) => to);
  const { map, unmapped = 'ignore' } = options;
  const columns = mapColumns(target, header, { map, unmapped, set });
  checkMapping(target, columns, set, name);
  const conditions = conditionsOf(options.where, header).map((one) => ({
    ...one,
    index: header.indexOf(one.column),
  }));
  const { statusFrom, ignoreConsent } = options;
  const decided = withStatusFrom(target, columns, header, statusFrom);
  const isStatusSet = set.some(({ path }) => path[0] === 'status');
  if (target.isSubscriber && target.own && !isStatusSet)
    assertConsent(header, {
      columns: new Set([...decided.by, ...conditions.map(({ column }) => column)]),
      ignoreConsent,
    });
  return {
    ...{ format: 'csv', delimiter, columns: decided.columns, rows },
    make(row) {
      const cells = row as Extract<Row, { kind: 'csv' }>; // the rows of this plan are those of CSV
      if (conditions.some(({ index, isMet }) => !isMet(cells.cells[index] ?? ''))) return { isLeftOut: true };
      return recordOfCells(cells, decided.columns, constants, separator);
    },
  };
}

/** The columns, of which one is read as the status of the subscriber. */
function withStatusFrom(
  target: Target,
  columns: readonly MappedColumn[],
  header: readonly string[],
  statusFrom: string | undefined,
): { readonly columns: readonly MappedColumn[]; readonly by: readonly string[] } {
  if (statusFrom === undefined) return { columns, by: [] };
  const column = columnNamed(statusFrom, header, '--status-from');
  const to = fieldPathOf(target, 'status');
  const read = (cell: string) => readStatus(column, cell);
  return {
    columns: columns.map((one) => (one.column === column ? { column, to, read } : one)),
    by: [column],
  };
}

function jsonPlan(
  { text }: Input,
  { target, constants }: Common,
  { map, unmapped = 'error', where, statusFrom }: ImportOptions,
): OwnPart {
  if (where.length > 0 || statusFrom !== undefined)
    throw new UsageError('--where and --status-from are for CSV. Filter NDJSON with jq, for example.');
  const rows = new Rows(jsonRows(text));
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
  const placements = new Map<string, ReturnType<Placement>>([
    ...[...REPORT_COLUMNS, 'error_text'].map((name) => [name, undefined] as const),
    ...fieldsOf(target.item).map(({ name }) => [name, findFieldPath(target, name)] as const),
    ...map.map((text) => renamed(target, text)),
  ]);
  return (name) => {
    if (placements.has(name)) return placements.get(name);
    if (isReadOnly(target, name) || unmapped === 'ignore') return undefined;
    const ownPath = unmapped === 'keep' ? ownFieldPath(target, name) : undefined;
    // Under its own name: the client rejects it, unless records can have any member.
    return ownPath ?? { path: [name], field: { ...ANY, name } };
  };
}

const ANY: Omit<Field, 'name'> = {
  ...{ kind: 'anything', isRequired: false, isNullable: true, format: undefined },
  ...{ values: [], members: [], isOpen: false },
};

function renamed(target: Target, text: string): readonly [string, ReturnType<Placement>] {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new UsageError(`--map must be <member>=<field>, not '${text}'.`);
  const field = text.slice(at + 1).trim();
  return [text.slice(0, at).trim(), field === '' ? undefined : fieldPathOf(target, field)];
}
