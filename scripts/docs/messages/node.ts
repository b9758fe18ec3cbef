/** A node of a syntax tree, as far as finding messages requires. */
export interface Node {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly operator?: string;
  readonly id?: Node | null;
  readonly key?: Node;
  readonly init?: Node | null;
  readonly body?: Node;
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: Node;
  readonly argument?: Node | null;
  readonly arguments?: readonly Node[];
  readonly params?: readonly Node[];
  readonly elements?: readonly (Node | null)[];
  readonly expressions?: readonly Node[];
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
  readonly left?: Node;
  readonly right?: Node;
  readonly consequent?: Node;
  readonly alternate?: Node | null;
  readonly superClass?: Node | null;
  readonly properties?: readonly Node[];
  readonly specifiers?: readonly Node[];
  readonly imported?: Node;
  readonly local?: Node;
  readonly source?: Node | null;
}

/** A node with the nodes around it, nearest first. */
export interface Place {
  readonly node: Node;
  readonly above: readonly Node[];
  readonly file: string;
}

/** Visits every node, parents before children. */
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

export const inside = ({ node, above, file }: Place, inner: Node): Place => ({
  node: inner,
  above: [node, ...above],
  file,
});

export const isFunction = ({ type }: Node) => type.includes('Function');

/** The name of a function, or of the variable or member that has it as its value. */
export function functionName({ node, above }: Place): string | undefined {
  const [around] = above;
  if (node.id) return node.id.name;
  return around?.type === 'VariableDeclarator' ? around.id?.name : around?.key?.name;
}

/** The text of a literal, a template or a sum of them, with `…` for what differs. Undefined for other nodes. */
export function textOf({
  type,
  value,
  quasis,
  expressions,
  operator,
  left,
  right,
}: Node): string | undefined {
  if (type === 'Literal') return typeof value === 'string' ? value : undefined;
  if (quasis) {
    return quasis.map(({ value }, i) => value.cooked + (expressions?.[i] ? '…' : '')).join('');
  }
  if (operator !== '+' || !left || !right) return undefined;
  const [before, after] = [textOf(left), textOf(right)];
  return before === undefined && after === undefined ? undefined : `${before ?? '…'}${after ?? '…'}`;
}
