import { type CoercionReport, show } from './findings.ts';

/** Whether an object has numeric keys, as PHP encodes a list after removing items. */
const isNumbered = (value: object) => {
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => /^(?:0|[1-9]\d{0,8})$/.test(name));
};

/** Reads a value as a list; undefined if it is not clearly one. */
export function listIn(
  value: unknown,
  isOfTexts: boolean,
  findings: CoercionReport,
): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value === 'object' && value !== null) {
    if (!isNumbered(value)) return undefined;
    findings.warn('is read as a list: an object with numbered members');
    return Object.values(value);
  }
  if (!isOfTexts || value === undefined || value === null) return undefined;
  findings.warn(`is read as a list of one: ${show(value)}`);
  return [value];
}
