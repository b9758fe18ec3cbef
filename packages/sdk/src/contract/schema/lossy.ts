import { losesDigits } from './predicates.ts';

/** A value that JSON would drop or change. */
export interface Loss {
  /** The place below the value, outermost first. */
  readonly path: readonly PropertyKey[];
  /** The kind of the value: `is NaN`. */
  readonly problem: string;
}

/** Deeper values are refused, since they could exhaust the stack. */
const MAX_DEPTH = 500;

/**
 * The first value that `JSON.stringify` would drop or change without an error, or could not write. Undefined members are
 * absent. Objects with `toJSON`, such as dates, count as what it returns.
 */
export function lossIn(value: unknown, above: readonly object[] = []): Loss | undefined {
  const at = (problem: string): Loss => ({ path: [], problem });
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return numberLoss(value);
  if (typeof value !== 'object') return at(value === undefined ? 'is undefined' : `is a ${typeof value}`);
  if (above.includes(value)) return at('is a circle: it contains itself');
  if (above.length > MAX_DEPTH) return at(`is nested deeper than ${MAX_DEPTH} levels`);
  if (value instanceof Date && Number.isNaN(value.getTime())) return at('is an invalid date');
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return lossIn(value.toJSON(), [...above, value]);
  if (value instanceof Number) return numberLoss(Number(value));
  return kindLoss(value) ?? memberLoss(value, [...above, value]);
}

function numberLoss(value: number): Loss | undefined {
  if (!Number.isFinite(value)) return { path: [], problem: `is ${value}` };
  if (!losesDigits(value)) return undefined;
  return { path: [], problem: 'is an integer beyond 2^53, whose last digits are lost: write it as a string' };
}

/** Objects whose content is not in their members. */
function kindLoss(value: object): Loss | undefined {
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (/^(Object|Array|Number|String|Boolean|Date)$/.test(kind)) return undefined;
  const hasContent = Object.keys(value).length > 0 && kind !== 'Error' && !ArrayBuffer.isView(value);
  return hasContent ? undefined : { path: [], problem: `is of the kind ${kind}, which JSON cannot hold` };
}

function memberLoss(value: object, above: readonly object[]): Loss | undefined {
  const entries: Iterable<[PropertyKey, unknown]> = Array.isArray(value)
    ? value.entries()
    : Object.entries(value).filter(([, member]) => member !== undefined);
  for (const [key, member] of entries) {
    const loss = lossIn(member, above);
    if (loss) return { ...loss, path: [key, ...loss.path] };
  }
  return undefined;
}

/** No schema has members at a greater depth. */
const MAX_SCHEMA_DEPTH = 4;

/** A copy without undefined members, as far down as schemas have members. */
export function withoutUndefined(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_SCHEMA_DEPTH) return value;
  if (Array.isArray(value)) return Array.from(value, (item) => withoutUndefined(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutUndefined(member, depth + 1)]));
}

/** Formats a path as an attribute: `items[0].name`. */
export function attributeOf(path: readonly PropertyKey[]): string {
  return path
    .map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i ? '.' : ''}${String(key)}`))
    .join('');
}
