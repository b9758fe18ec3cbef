import { type Field, fieldsOf } from '../operations/fields.ts';
import { isObject, isTooDeep, tryParseJson } from '../parse-json.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { adviceFor, isConsent, isOverruled, isRefusal, readStatus, statusColumns } from './consent.ts';
import { type FieldPath, fieldPathOf, findFieldPath, isReadOnly, ownFieldPath } from './field-path.ts';
import { jsonRows } from './json-rows.ts';
import type { PlanInput, PlanPart } from './plan-part.ts';
import { type Placement, type RowResult, recordOfJson } from './record-maker.ts';
import type { Row } from './rows.ts';
import { REPORT_COLUMNS } from './sniff.ts';
import type { Target } from './targets.ts';
import { conditionsOf } from './where.ts';

/** The plan for NDJSON, from its first records. Later records can have further members. */
export async function jsonPlan(input: PlanInput): Promise<PlanPart> {
  const { head, text, target, constants, options } = input;
  const { map, unmapped = 'error', where, ignoreConsent } = options;
  const sample = cellsIn(head);
  const names = [...sample.keys()];
  const conditions = conditionsOf(where, names, { mayLack: true });
  const isDecided = ignoreConsent || constants.some(({ to }) => to.path[0] === 'status');
  const statusFrom = await statusColumns(names, {
    ...input,
    isDecided,
    where: conditions.map(({ column }) => column),
    valuesOf: async (name) => sample.get(name) ?? [],
    mayLack: true,
  });
  const known = new Set([...statusFrom, ...conditions.map(({ column }) => column)]);
  const isOpen = !isDecided && known.size === 0 && target.isSubscriber && target.own !== undefined;
  const place = placementOf(target, map, unmapped);
  const placeOf: Placement = (name) => (statusFrom.includes(name) ? undefined : place(name));
  return {
    ...{ format: 'ndjson', constants, statusFrom, delimiter: '', columns: [] },
    rows: jsonRows(text, (name) => placeOf(name)?.path[0] === 'custom_fields'),
    make(row) {
      const line = row as Extract<Row, { kind: 'json' }>; // the rows of this plan are those of NDJSON
      const value = isObject(line.value) ? line.value : {};
      const cells = known.size > 0 ? new Map(cellsOf(value)) : NO_CELLS;
      if (conditions.some(({ column, isMet }) => !isMet(cells.get(column) ?? cellOf(value[column]))))
        return { isLeftOut: true };
      const undecided = isOpen ? undecidedIn(value, placeOf) : undefined;
      if (undecided) return { reasons: [adviceFor(...undecided)] };
      return withStatus(recordOfJson(line, placeOf, constants), cells, statusFrom);
    },
  };
}

/** Sets the status from the consent members. One refusal is enough. */
function withStatus(
  made: RowResult,
  cells: ReadonlyMap<string, string>,
  statusFrom: readonly string[],
): RowResult {
  if (!('record' in made)) return made;
  for (const name of statusFrom) {
    const reading = readStatus(name, cells.get(name) ?? '');
    if ('reason' in reading) return { reasons: [`${name} ${reading.reason}`] };
    if ('value' in reading && made.record.status !== 'unsubscribed') made.record.status = reading.value;
  }
  return made;
}

/** The value of a member as text. Consent may be an object with a state. */
function cellOf(member: unknown): string {
  if (isObject(member))
    return cellOf(member.state ?? member.status ?? member.consent ?? JSON.stringify(member));
  if (member === null || member === undefined) return '';
  return typeof member === 'object' ? JSON.stringify(member) : String(member);
}

const NO_CELLS: ReadonlyMap<string, string> = new Map();

/** The members of a record as columns of a CSV file, such as `custom_fields.plan`. Consent in an object is one column. */
const cellsOf = (value: object, above = ''): [name: string, cell: string][] =>
  Object.entries(value).flatMap(([member, content]) => {
    const name = above + member;
    return isObject(content) && !isConsentName(name)
      ? cellsOf(content, `${name}.`)
      : [[name, cellOf(content)] as [string, string]];
  });

function cellsIn(head: string): ReadonlyMap<string, readonly string[]> {
  const columns = new Map<string, string[]>();
  for (const line of head.replace(/^\uFEFF/, '').split('\n')) {
    const value = tryParseJson(line);
    if (!isObject(value) || isTooDeep(value)) continue;
    for (const [name, cell] of cellsOf(value)) {
      const cells = columns.get(name) ?? [];
      columns.set(name, cells);
      cells.push(cell);
    }
  }
  return columns;
}

/** The member that says who may get emails, and its value: by its name, otherwise by a value that refuses. */
function undecidedIn(
  value: Readonly<Record<string, unknown>>,
  placeOf: Placement,
): [name: string, values: readonly string[]] | undefined {
  const hasStatus = cellOf(value.status) !== '';
  let refusal: [string, string[]] | undefined;
  for (const member of Object.keys(value)) {
    const content = value[member];
    // Most members have a field, whose values say nothing else.
    const isOwn = isObject(content) || isConsentName(member) || isFree(placeOf(member));
    if (!isOwn) continue;
    for (const [name, cell] of cellsOf({ [member]: content })) {
      if (isConsentName(name) && !isOverruled(name, hasStatus)) return [name, [cell]];
      if (isRefusal(cell) && isFree(placeOf(member))) refusal ??= [name, [cell]];
    }
  }
  return refusal;
}

const isFree = (place: FieldPath | undefined) => place === undefined || place.path[0] === 'custom_fields';

const remembered = new Map<string, boolean>();

/** Whether a member is about consent. Cached, since all records have similar members. */
function isConsentName(name: string): boolean {
  const known = remembered.get(name) ?? isConsent(name);
  if (remembered.size < 1000) remembered.set(name, known);
  return known;
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
    const nested = findFieldPath(target, name); // custom_fields.plan
    if (nested) return nested;
    if (isReadOnly(target, name) || unmapped === 'ignore') return undefined;
    const ownPath = unmapped === 'keep' ? ownFieldPath(target, name) : undefined;
    // It keeps its name: the client rejects it unless records can have any member.
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
