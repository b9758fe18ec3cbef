import { parsed } from '../api/request.ts';

/** A part of two records, such as `body.subscribers[0].email`, with its value in each as text; undefined where it is missing. */
export interface Pair {
  readonly path: string;
  readonly left: string | undefined;
  readonly right: string | undefined;
}

/** The parts of two records, in their order. Compares texts of several lines line by line. */
export function pairsOf(left: unknown, right: unknown): readonly Pair[] {
  const [ofLeft, ofRight] = [partsOf(left), partsOf(right)];
  return [...new Set([...ofLeft.keys(), ...ofRight.keys()])].flatMap((path) => {
    const [one, other] = [ofLeft.get(path), ofRight.get(path)];
    if (!one?.includes('\n') || !other?.includes('\n')) return { path, left: one, right: other };
    return alignedLines(one.split('\n'), other.split('\n')).map(([left, right], index) => ({
      ...{ path: `${path}, line ${index + 1}`, left, right },
    }));
  });
}

function partsOf(value: unknown, path = '', parts = new Map<string, string>()): Map<string, string> {
  const whole = typeof value === 'string' && /^\s*[[{]/.test(value) ? parsed(value) : value;
  if (typeof whole !== 'object' || whole === null) parts.set(path, String(whole));
  else {
    const members = Object.entries(whole);
    if (members.length === 0) parts.set(path, Array.isArray(whole) ? '[]' : '{}');
    for (const [name, member] of members) {
      const step = Array.isArray(whole) ? `[${name}]` : path === '' ? name : `.${name}`;
      partsOf(member, path + step, parts);
    }
  }
  return parts;
}

type Lines = readonly string[];

/** Beyond this number of pairs of lines, lines are not aligned. */
const MAX_PAIRS = 1_000_000;

function alignedLines(left: Lines, right: Lines): (readonly [string | undefined, string | undefined])[] {
  const rows: (readonly [string | undefined, string | undefined])[] = [];
  const common = left.length * right.length > MAX_PAIRS ? undefined : commonLengths(left, right);
  const lengthAt = (i: number, j: number) => common?.[i]?.[j] ?? 0;
  for (let [i, j] = [0, 0]; i < left.length || j < right.length; ) {
    const isCommon = left[i] === right[j];
    const [down, across] = [lengthAt(i + 1, j), lengthAt(i, j + 1)];
    const isBoth = isCommon || lengthAt(i + 1, j + 1) === Math.max(down, across);
    const hasLeft = i < left.length && (isBoth || down > across);
    const hasRight = j < right.length && (isBoth || down <= across);
    rows.push([hasLeft ? left[i] : undefined, hasRight ? right[j] : undefined]);
    i += Number(hasLeft);
    j += Number(hasRight);
  }
  return rows;
}

/** The number of lines that two texts have in common, in order, from each pair of lines on. */
function commonLengths(left: Lines, right: Lines): readonly Uint32Array[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i -= 1) {
    const [row, below] = [lengths[i], lengths[i + 1]];
    if (!row || !below) continue;
    for (let j = right.length - 1; j >= 0; j -= 1) {
      row[j] = left[i] === right[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}
