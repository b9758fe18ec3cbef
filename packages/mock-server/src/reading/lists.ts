import { type Findings, show } from './findings.ts';

/** PHP writes a list from which something was taken as an object with numbers for names. */
const isNumbered = (value: object) => {
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => /^(?:0|[1-9]\d{0,8})$/.test(name));
};

/** The items of what stands for a list; undefined where nothing plainly does. */
export function listIn(
  value: unknown,
  isOfTexts: boolean,
  findings: Findings,
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
