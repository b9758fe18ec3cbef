import { UsageError } from '../terminal/exit-signal.ts';
import { readStatus, statusColumns } from './consent.ts';
import { csvRows } from './csv-rows.ts';
import { fieldPathOf } from './field-path.ts';
import { checkMapping, type MappedColumn, mapColumns } from './mapping.ts';
import type { PlanInput, PlanPart } from './plan-part.ts';
import type { Preset } from './presets.ts';
import { consentOf, presetOf, presetReading } from './recognise-preset.ts';
import { type Constant, recordOfCells } from './record-maker.ts';
import { reportDelimiter } from './report-header.ts';
import { type CsvRow, Rows } from './rows.ts';
import { hasEscapedQuotes, likelyDelimiter, separatorLine } from './sniff.ts';
import type { Target } from './targets.ts';
import { conditionsOf } from './where.ts';

/** The plan for a CSV file, from its header. */
export async function csvPlan(input: PlanInput): Promise<PlanPart> {
  const { name, head, text, target, options } = input;
  const ofReport = reportDelimiter(head);
  const ofFile = () => separatorLine(head)?.delimiter ?? likelyDelimiter(head);
  const delimiter = ofReport ?? options.delimiter ?? ofFile();
  const quoteEscape = ofReport === undefined && hasEscapedQuotes(head, delimiter) ? '\\' : '"';
  const rows = new Rows(csvRows(text, delimiter, name, quoteEscape));
  // A report always has a header, even if its file had none.
  const names = ofReport === undefined ? options.columns?.split(',') : undefined;
  const header = names ?? headerOf(await rows.next(), name);
  const preset = presetFor(input, header);
  const constants = constantsWith(preset, input);
  const set = constants.map(({ to }) => to);
  const { map, unmapped = 'ignore' } = options;
  const mapped = mapColumns(target, header, { map, unmapped, set, preset });
  checkMapping(target, mapped, set, name);
  const conditions = conditionsOf(options.where, header);
  const statusFrom = await statusColumns(header, {
    ...input,
    known: preset && consentOf(preset, header),
    isDecided: set.some(({ path }) => path[0] === 'status'),
    where: conditions.map(({ column }) => column),
  });
  const columns = withStatus(target, preset ? mapped.map(asExported) : mapped, statusFrom);
  const tests = conditions.map(({ column, isMet }) => ({ index: header.indexOf(column), isMet }));
  return {
    ...{ format: 'csv', preset, constants, statusFrom, delimiter, quoteEscape, columns, rows },
    make(row) {
      const { cells, problem } = row as CsvRow; // the rows of this plan are those of CSV
      if (problem !== undefined) return { reasons: [problem] };
      if (tests.some(({ index, isMet }) => !isMet(cells[index] ?? ''))) return { isLeftOut: true };
      return recordOfCells(cells, columns, constants, options.separator);
    },
  };
}

/** The cells of the first row. */
function headerOf(row: CsvRow | undefined, name: string): readonly string[] {
  if (!row) throw new UsageError(`${name} is empty.`);
  if (row.problem === undefined) return row.cells;
  throw new UsageError(`${name}, line ${row.line}: ${row.problem}.`);
}

/** A column of an export, read as that service writes it. */
function asExported(one: MappedColumn): MappedColumn {
  const read = one.to && presetReading(one.to, one.column);
  return read ? { ...one, read } : one;
}

/** The preset of a file with subscribers. */
function presetFor({ name, target, options }: PlanInput, header: readonly string[]): Preset | undefined {
  const { from } = options;
  if (target.isSubscriber && target.own) return presetOf(header, name, from);
  if (from === undefined || from === 'none') return undefined;
  throw new UsageError(`--from ${from} is for subscribers, not for --as ${options.as}.`);
}

/** The constants of the options, and the status of those who must not get emails. */
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

/** The columns, of which some are read as the status of the subscriber. */
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
