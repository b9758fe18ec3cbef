import { type Field, fieldsOf } from '../operations/fields.ts';
import { isObject, tryParseJson } from '../parse-json.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { isReadOnly } from './column-names.ts';
import { adviceFor, isConsent, readStatus, statusColumns } from './consent.ts';
import { fieldPathOf, findFieldPath, ownFieldPath } from './field-path.ts';
import { jsonRows } from './json-rows.ts';
import type { PlanInput, PlanPart } from './plan-part.ts';
import { type Placement, type RowResult, recordOfJson } from './record-maker.ts';
import { REPORT_COLUMNS } from './report-header.ts';
import { type Row, Rows } from './rows.ts';
import type { Target } from './targets.ts';
import { conditionsOf } from './where.ts';

/** The plan for NDJSON, from its first records. Others can have further members. */
export async function jsonPlan(input: PlanInput): Promise<PlanPart> {
  const { head, text, target, constants, options } = input;
  const { map, unmapped = 'error', where, ignoreConsent } = options;
  const names = namesIn(head);
  const conditions = conditionsOf(where, names, { mayLack: true });
  const isDecided = ignoreConsent || constants.some(({ to }) => to.path[0] === 'status');
  const statusFrom = await statusColumns(names, {
    ...input,
    isDecided,
    where: conditions.map(({ column }) => column),
    mayLack: true,
  });
  const known = new Set([...statusFrom, ...conditions.map(({ column }) => column)]);
  const isOpen = !isDecided && known.size === 0 && target.isSubscriber && target.own !== undefined;
  const place = placementOf(target, map, unmapped);
  const placeOf: Placement = (name) => (statusFrom.includes(name) ? undefined : place(name));
  return {
    ...{ format: 'ndjson', constants, statusFrom, delimiter: '', columns: [] },
    rows: new Rows(jsonRows(text)),
    make(row) {
      const line = row as Extract<Row, { kind: 'json' }>; // the rows of this plan are those of NDJSON
      const value = isObject(line.value) ? line.value : {};
      if (conditions.some(({ column, isMet }) => !isMet(cellOf(value[column])))) return { isLeftOut: true };
      const undecided = isOpen ? Object.keys(value).find(isConsentName) : undefined;
      if (undecided !== undefined) return { reasons: [adviceFor(undecided)] };
      return withStatus(recordOfJson(line, placeOf, constants), value, statusFrom);
    },
  };
}

/** Sets the status by the members that decide about it. A single refusal is enough. */
function withStatus(
  made: RowResult,
  value: Readonly<Record<string, unknown>>,
  statusFrom: readonly string[],
): RowResult {
  if (!('record' in made)) return made;
  for (const name of statusFrom) {
    const reading = readStatus(name, cellOf(value[name]));
    if ('reason' in reading) return { reasons: [`${name} ${reading.reason}`] };
    if ('value' in reading && made.record.status !== 'unsubscribed') made.record.status = reading.value;
  }
  return made;
}

/** A member as a cell. Consent may be an object with its state. */
function cellOf(member: unknown): string {
  if (isObject(member))
    return cellOf(member.state ?? member.status ?? member.consent ?? JSON.stringify(member));
  if (member === null || member === undefined) return '';
  return typeof member === 'object' ? JSON.stringify(member) : String(member);
}

/** The members of the first records. */
function namesIn(head: string): readonly string[] {
  const lines = head.replace(/^\uFEFF/, '').split('\n');
  return [
    ...new Set(
      lines
        .map((line) => tryParseJson(line))
        .filter(isObject)
        .flatMap(Object.keys),
    ),
  ];
}

const remembered = new Map<string, boolean>();

/** Whether a member tells about consent. All records have nearly the same members. */
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
