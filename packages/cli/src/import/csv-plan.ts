import { UsageError } from '../terminal/exit-signal.ts';
import { adviceFor, isConsent, isRefusal, readStatus, statusColumns } from './consent.ts';
import { csvRows } from './csv-rows.ts';
import { fieldPathOf } from './field-path.ts';
import { checkMapping, type MappedColumn, mapColumns } from './mapping.ts';
import type { PlanInput, PlanPart } from './plan-part.ts';
import type { Preset } from './presets.ts';
import { consentOf, presetOf, presetReading } from './recognise-preset.ts';
import { type Constant, recordOfCells } from './record-maker.ts';
import type { CsvRow } from './rows.ts';
import { hasEscapedQuotes, likelyDelimiter, reportDelimiter, separatorLine } from './sniff.ts';
import type { Target } from './targets.ts';
import { conditionsOf } from './where.ts';

export async function csvPlan(input: PlanInput): Promise<PlanPart> {
  const { name, head, text, target, options } = input;
  const ofReport = reportDelimiter(head);
  const ofFile = () => separatorLine(head)?.delimiter ?? likelyDelimiter(head);
  const delimiter = ofReport ?? options.delimiter ?? ofFile();
  const quoteEscape = ofReport === undefined && hasEscapedQuotes(head, delimiter) ? '\\' : '"';
  const all = csvRows(text, delimiter, name, quoteEscape);
  // A report always has a header, even if the original file had none.
  const names = ofReport === undefined ? options.columns?.split(',') : undefined;
  const [first, ...others] = names ? [] : await firstRows(all);
  const rows = following(others, all);
  const header = names ?? headerOf(first, name);
  const preset = presetFor(input, header);
  const constants = constantsWith(preset, input);
  const set = constants.map(({ to }) => to);
  const { map, unmapped = 'ignore' } = options;
  const mapped = mapColumns(target, header, { map, unmapped, set, preset });
  checkMapping(target, mapped, set, name);
  const conditions = conditionsOf(options.where, header);
  const isDecided = set.some(({ path }) => path[0] === 'status');
  const statusFrom = await statusColumns(header, {
    ...input,
    known: preset && consentOf(preset, header),
    isDecided,
    where: conditions.map(({ column }) => column),
    valuesOf: (column) =>
      cellsIn(csvRows(pieces(head), delimiter, name, quoteEscape), header.indexOf(column)),
  });
  const columns = withStatus(target, preset ? mapped.map(asExported) : mapped, statusFrom);
  const isOpen = !isDecided && statusFrom.length === 0 && conditions.length === 0 && !options.ignoreConsent;
  const undecided = isOpen && target.isSubscriber && target.own ? undecidedAmong(columns) : [];
  const tests = conditions.map(({ column, isMet }) => ({ index: header.indexOf(column), isMet }));
  return {
    ...{ format: 'csv', preset, constants, statusFrom, delimiter, quoteEscape, columns, rows },
    make(row) {
      const { cells, problem } = row as CsvRow; // the rows of this plan are those of CSV
      if (problem !== undefined) return { reasons: [problem] };
      if (tests.some(({ index, isMet }) => !isMet(cells[index] ?? ''))) return { isLeftOut: true };
      const refusal = undecided.find((index) => isRefusal(cells[index] ?? ''));
      if (refusal !== undefined)
        return { reasons: [adviceFor(header[refusal] ?? '', [cells[refusal] ?? ''])] };
      return recordOfCells(cells, columns, constants);
    },
  };
}

/** The columns whose cells may tell who wants no emails, unless the name of one does, about which the user was asked. */
const undecidedAmong = (columns: readonly MappedColumn[]): readonly number[] =>
  columns.some(({ column }) => isConsent(column))
    ? []
    : columns.flatMap(({ to }, i) => (to === undefined || to.path[0] === 'custom_fields' ? [i] : []));

/** The first rows of a file, whose first pieces may be blank. */
async function firstRows(rows: AsyncGenerator<readonly CsvRow[]>): Promise<readonly CsvRow[]> {
  let step = await rows.next();
  while (!step.done && step.value.length === 0) step = await rows.next();
  return step.done ? [] : step.value;
}

async function* following(first: readonly CsvRow[], others: AsyncGenerator<readonly CsvRow[]>) {
  yield first;
  yield* others;
}

async function* pieces(text: string): AsyncGenerator<string> {
  yield text.slice(0, text.lastIndexOf('\n') + 1); // the last row may be truncated
}

/** The cells of a column without its first one, which may be its name. */
async function cellsIn(rows: AsyncIterable<readonly CsvRow[]>, index: number): Promise<readonly string[]> {
  const cells: string[] = [];
  for await (const some of rows) cells.push(...some.map(({ cells }) => cells[index] ?? ''));
  return cells.slice(1);
}

function headerOf(row: CsvRow | undefined, name: string): readonly string[] {
  if (!row) throw new UsageError(`${name} is empty.`);
  if (row.problem === undefined) return row.cells;
  throw new UsageError(`${name}, line ${row.line}: ${row.problem}.`);
}

function asExported(one: MappedColumn): MappedColumn {
  const read = one.to && presetReading(one.to, one.column);
  return read ? { ...one, read } : one;
}

function presetFor({ name, target, options }: PlanInput, header: readonly string[]): Preset | undefined {
  const { from } = options;
  if (target.isSubscriber && target.own) return presetOf(header, name, from);
  if (from === undefined || from === 'none') return undefined;
  throw new UsageError(`--from ${from} is for subscribers, not for --as ${options.as}.`);
}

/** The constants of the options, and the status for a file in which everybody refused. */
function constantsWith(
  preset: Preset | undefined,
  { target, constants, options }: PlanInput,
): readonly Constant[] {
  const isDecided =
    options.ignoreConsent ||
    options.statusFrom !== undefined ||
    constants.some(({ to }) => to.path[0] === 'status');
  if (isDecided || !preset?.isRefused) return constants;
  return [...constants, { to: fieldPathOf(target, 'status'), value: 'unsubscribed' }];
}

/** The columns; consent columns are read as the status. */
function withStatus(
  target: Target,
  columns: readonly MappedColumn[],
  statusFrom: readonly string[],
): readonly MappedColumn[] {
  if (statusFrom.length === 0) return columns;
  const to = fieldPathOf(target, 'status');
  return columns.map((one) => {
    const { column } = one;
    if (statusFrom.includes(column))
      return { column, to, read: (cell) => readStatus(column, cell), isConsent: true };
    if (one.to?.path[0] !== 'status') return one;
    return { column, to: undefined, remark: `skipped: ${statusFrom.join(' and ')} decide about the status` };
  });
}
