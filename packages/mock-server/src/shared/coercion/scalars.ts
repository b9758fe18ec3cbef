/** The JSON types that are coerced to each other. */
export type ScalarKind = 'string' | 'number' | 'boolean';

const booleans: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...['true', '1', 'yes', 'on', 1].map((value) => [value, true] as const),
  ...['false', '0', 'no', 'off', 0].map((value) => [value, false] as const),
]);

const NUMBER = /^-?\d{1,30}(?:\.\d{1,30})?$/;

/** Coerces a value to the declared type if its meaning is clear; else returns it unchanged. */
// Unspecified: U-36
export function scalarAs(kind: ScalarKind, value: unknown): unknown {
  if (typeof value === kind) return value;
  switch (kind) {
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case 'number': {
      const text = typeof value === 'string' && value.length <= 100 ? value.trim() : '';
      return NUMBER.test(text) ? Number(text) : value;
    }
    case 'boolean':
      return booleans.get(typeof value === 'string' ? value.slice(0, 6).toLowerCase() : value) ?? value;
  }
}
