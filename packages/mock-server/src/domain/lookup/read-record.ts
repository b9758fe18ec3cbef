import {
  type Infer,
  issue,
  issuesOf,
  OrderActivity,
  type Schema,
  type ValidationIssue,
} from '@trickle/sdk/contract';
import { Findings, type Origin, type Warning } from '../../reading/findings.ts';
import { withoutInvalidPlacedTime } from '../../reading/placed-time.ts';
import { readerOf } from '../../reading/reader.ts';
import { RECOMMENDED_FORMATS } from '../../reading/text-formats.ts';
import { DomainError } from './errors.ts';

const ORDER: Schema = OrderActivity;

/** What became of a value that was read by a schema. */
export interface Reading<S extends Schema = Schema> {
  /** What was meant, cut to the schema. It is of the schema's type where there are no faults. */
  readonly value: Infer<S>;
  /** What was read otherwise than it was written. */
  readonly warnings: readonly Warning[];
  /** Why it is not valid; empty when it is. */
  readonly issues: readonly ValidationIssue[];
}

/** More faults are not told of one record. */
const MOST_FAULTS = 1000;

/** Reads a value generously, cuts it to the schema and validates it. */
// Unspecified: U-37
export function examine<S extends Schema>(schema: S, value: unknown, origin?: Origin): Reading<S> {
  const findings = new Findings(origin);
  const given = schema === ORDER ? withoutInvalidPlacedTime(value, findings) : value;
  const read = readerOf(schema())(given, findings);
  const own = new Set(findings.faults.map(({ attribute }) => attribute));
  const others = issuesIn(schema, read).filter(({ attribute }) => !own.has(attribute));
  const issues = [...findings.faults, ...others].slice(0, MOST_FAULTS);
  return { value: withCleared(read, findings) as Infer<S>, warnings: findings.warnings, issues };
}

/** Reads a record generously (see `examine`) and refuses it with all its faults when it is not valid. */
export function readRecord<S extends Schema>(schema: S, value: unknown): Infer<S> {
  const { value: read, issues } = examine(schema, value);
  if (issues.length) throw new DomainError(issues);
  return read;
}

/** Reads the records of a batch, each of which is validated when it is its turn. */
export function readAhead(
  schema: Schema,
  records: readonly unknown[],
): { readonly values: readonly unknown[]; readonly warnings: readonly Warning[] } {
  const findings = new Findings(undefined, 1);
  const read = readerOf(schema());
  const values = records.map((record, index) => {
    findings.enter(index);
    const given = schema === ORDER ? withoutInvalidPlacedTime(record, findings) : record;
    const value = withCleared(read(given, findings), findings);
    findings.leave();
    return value;
  });
  return { values, warnings: findings.warnings };
}

/** An empty text that clears an attribute passes no test of the attribute's format. */
function withCleared(read: unknown, findings: Findings): unknown {
  const cleared = findings.takeCleared().map((name) => [name, '']);
  return cleared.length === 0 ? read : { ...(read as object), ...Object.fromEntries(cleared) };
}

function issuesIn(schema: Schema, read: unknown): readonly ValidationIssue[] {
  try {
    return issuesOf(schema, read, RECOMMENDED_FORMATS);
  } catch (error) {
    // Of a hundred thousand faults and more no list can be made.
    if (error instanceof RangeError) return [issue('length_error', 'record', 'has too many faults')];
    throw error;
  }
}
