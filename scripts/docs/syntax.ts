/*
 * Reads the contract's source as a syntax tree, as far as its comments require.
 */

/** A node of the syntax tree. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly value?: unknown;
  readonly callee?: Node;
  readonly arguments?: readonly Node[];
  readonly object?: Node;
  readonly property?: Node;
  readonly key?: Node;
  readonly argument?: Node;
  readonly elements?: readonly Node[];
  readonly properties?: readonly Node[];
  readonly quasis?: readonly Node[];
  readonly declarations?: readonly Node[];
  readonly init?: Node;
  readonly id?: Node;
  readonly computed?: boolean;
  readonly shorthand?: boolean;
}

/** Visits every node, parents before children, with its ancestors, nearest first. */
export function visit(
  node: Node,
  above: readonly Node[],
  meet: (node: Node, above: readonly Node[]) => void,
): void {
  meet(node, above);
  for (const child of Object.values(node).flat()) {
    if (typeof child?.type === 'string') visit(child, [node, ...above], meet);
  }
}

/** A member's name. */
export const keyOf = ({ key }: Node) => key?.name ?? String(key?.value);

/** The name of a called function: `f` of `f()`, `text` of `f.text()`. */
export function calleeName(node: Node | undefined): string | undefined {
  if (node?.type !== 'CallExpression') return undefined;
  return node.callee?.name ?? node.callee?.property?.name;
}

/** `text` of `f.text()`. */
export function fieldHelper(node: Node): string | undefined {
  return node.type === 'CallExpression' && node.callee?.object?.name === 'f' ? calleeName(node) : undefined;
}
