import { rowsAbove } from '../../../store/engine/place.ts';
import type { TraceNode } from './node.ts';

/** A row of a trace in its place. */
export interface Arranged {
  readonly node: TraceNode;
  /** The row that led to it; undefined for the root. */
  readonly parent: Arranged | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Puts the rows of a trace into the order in which they happened, each after the row that led to it. */
export function arrange(root: TraceNode, nodes: readonly TraceNode[]): Arranged[] {
  const byName = new Map([...nodes, root].map((node) => [node.name, node]));
  const parentOf = (node: TraceNode): TraceNode =>
    rowsAbove(node)
      .map((name) => byName.get(name))
      .find((above) => above !== undefined && above !== node) ?? root;
  const least = new Map<TraceNode, number>([[root, 0]]);
  /** The least number of what is below a row. */
  const leastOf = (node: TraceNode): number => {
    const known = least.get(node);
    if (known !== undefined) return known;
    least.set(node, 0); // ends a circle of rows whose places are wrong
    const above = leastOf(parentOf(node));
    const own = isLate(node) ? above : Math.max(node.seq ?? 0, above);
    least.set(node, own);
    return own;
  };
  const placed = new Map<TraceNode, Arranged>([[root, { node: root, parent: undefined, at: root.at }]]);
  const place = (node: TraceNode, below: ReadonlySet<TraceNode>): Arranged => {
    const known = placed.get(node);
    if (known) return known;
    const above = parentOf(node);
    const parent = place(below.has(above) ? root : above, new Set([...below, node]));
    const arranged = { node, parent, at: Math.max(node.at, parent.at) };
    placed.set(node, arranged);
    return arranged;
  };
  const numbered = nodes.flatMap((node) => {
    const { seq } = node;
    return seq === undefined ? [] : [{ node, seq, order: isLate(node) ? seq : leastOf(node) }];
  });
  numbered.sort((one, other) => one.order - other.order || one.seq - other.seq);
  for (const { node } of numbered) place(node, new Set());
  for (const node of nodes) place(node, new Set()); // those without numbers
  return [...placed.values()];
}

/** Whether a row is written after what it leads to. */
const isLate = ({ type }: TraceNode): boolean => type === 'outcome';
