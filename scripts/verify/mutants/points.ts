import { parseSync, visitorKeys } from 'oxc-parser';

/** A change of one expression that a test should notice. */
export interface Mutation {
  readonly start: number;
  readonly end: number;
  /** The text there afterwards. */
  readonly by: string;
}

interface Node extends Pick<Mutation, 'start' | 'end'> {
  readonly type: string;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '&&': '||',
  '||': '&&',
};

/** Lists the mutations of a source file. Types are left alone. */
export function mutationsIn(file: string, code: string): Mutation[] {
  const found: Mutation[] = [];
  const visit = (node: Node): void => {
    if (node.type.startsWith('TS') && !isNode(node.expression)) return;
    found.push(...mutationsOf(node, code));
    for (const key of visitorKeys[node.type] ?? []) {
      if (/^type(Annotation|Arguments|Parameters)$|^returnType$/.test(key)) continue;
      for (const child of [node[key]].flat()) if (isNode(child)) visit(child);
    }
  };
  visit(parseSync(file, code).program as unknown as Node); // a tree of nodes
  return found;
}

function mutationsOf(node: Node, code: string): Mutation[] {
  const { start, end, type } = node;
  const replaced = (by: string, one: { start: number; end: number } = { start, end }) => [
    { start: one.start, end: one.end, by },
  ];
  const { left, right, operator, test, value, expression, argument } = node;
  if ((type === 'BinaryExpression' || type === 'LogicalExpression') && isNode(left) && isNode(right)) {
    const by = OPERATORS[String(operator)];
    const [from, to] = [left.end, right.start];
    if (operator === '??') return replaced(`(${code.slice(left.start, left.end)})`);
    return by === undefined
      ? []
      : replaced(code.slice(from, to).replace(String(operator), by), { start: from, end: to });
  }
  if ((type === 'IfStatement' || type === 'ConditionalExpression') && isNode(test))
    return [...replaced('true', test), ...replaced('false', test)];
  if (type === 'UnaryExpression' && operator === '!' && isNode(argument))
    return replaced(code.slice(argument.start, argument.end));
  if (type === 'Literal' && typeof value === 'boolean') return replaced(String(!value));
  if (type === 'Literal' && typeof value === 'number') return replaced(String(value + 1));
  const isCall = isNode(expression) && /^(Call|Await)Expression$/.test(expression.type);
  return type === 'ExpressionStatement' && isCall ? replaced(';') : [];
}
