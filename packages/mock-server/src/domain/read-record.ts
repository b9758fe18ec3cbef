import { type Fault, fault, faultsOf, type Infer, OrderActivity, type Schema } from '@trickle/sdk/contract';
import { withoutInvalidPlacedTime } from './commerce/placed-time.ts';
import { Findings, type Origin, type Warning } from './reading/findings.ts';
import { readerOf } from './reading/reader.ts';
import { RECOMMENDED_FORMATS } from './reading/text-formats.ts';
import { Invalid } from './refusals.ts';

const ORDER: Schema = OrderActivity;

/** What became of a value that was read by a schema. */
export interface Reading<S extends Schema = Schema> {
  /** What was meant, cut to the schema. It is of the schema's type where there are no faults. */
  readonly value: Infer<S>;
  /** What was read otherwise than it was written. */
  readonly warnings: readonly Warning[];
  /** Why it is not valid; empty when it is. */
  readonly faults: readonly Fault[];
}

/** More faults are not told of one record. */
const MOST_FAULTS = 1000;

/** Reads a value generously, cuts it to the schema and validates it. */
// Unspecified: U-37
export function examine<S extends Schema>(schema: S, value: unknown, origin?: Origin): Reading<S> {
  const findings = new Findings(origin);
  const given = schema === ORDER ? withoutInvalidPlacedTime(value) : value;
  const read = readerOf(schema())(given, findings);
  const own = new Set(findings.faults.map(({ attribute }) => attribute));
  const others = faultsIn(schema, read).filter(({ attribute }) => !own.has(attribute));
  const faults = [...findings.faults, ...others].slice(0, MOST_FAULTS);
  return { value: withCleared(read, findings) as Infer<S>, warnings: findings.warnings, faults };
}

/** Reads a record generously (see `examine`) and refuses it with all its faults when it is not valid. */
export function readRecord<S extends Schema>(schema: S, value: unknown): Infer<S> {
  const { value: read, faults } = examine(schema, value);
  if (faults.length) throw new Invalid(faults);
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
    const value = withCleared(read(record, findings), findings);
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

function faultsIn(schema: Schema, read: unknown): readonly Fault[] {
  try {
    return faultsOf(schema, read, RECOMMENDED_FORMATS);
  } catch (error) {
    // Of a hundred thousand faults and more no list can be made.
    if (error instanceof RangeError) return [fault('length_error', 'record', 'has too many faults')];
    throw error;
  }
}
