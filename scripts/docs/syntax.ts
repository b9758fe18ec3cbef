/* Reads sources as syntax trees, as far as needed for the documentation. */
import { parseSync } from 'oxc-parser';
import { read } from '../setup/repository.ts';

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
  readonly properties?: readonly Node[];
  readonly declarations?: readonly Node[];
  readonly init?: Node;
  readonly id?: Node;
  readonly body?: Node | readonly Node[];
  readonly declaration?: Node;
  readonly expression?: Node;
  readonly typeAnnotation?: Node;
  readonly types?: readonly Node[];
  readonly members?: readonly Node[];
}

export const statementsOf = (source: string): readonly Node[] =>
  parseSync('source.ts', source).program.body as unknown as readonly Node[]; // as far as `Node` declares it

/** The text of the comment right before a position, without its stars. */
export function commentBefore(source: string, end: number): string {
  const [, text = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:\/\/.*\s*)?$/.exec(source.slice(0, end)) ?? [];
  return text.replaceAll(/^[ \t]*\*[ \t]?/gm, '').trim();
}

export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Turns links in a comment into code. */
export const withoutLinks = (text: string): string => text.replaceAll(/\{@link (\w+)\}/g, '`$1`');

/** A member of an interface, a class or an object type. */
export interface DeclaredMember {
  readonly name: string;
  /** The source of its type, or of a method's parameters and result. */
  readonly type: string;
  readonly signature: string;
  readonly comment: string;
}

/** The members that an interface, a class or the object types of an alias declare; without a name, those of the class. */
export function membersIn(file: string, name?: string): readonly DeclaredMember[] {
  const source = read(file);
  const declaration = statementsOf(source)
    .map((statement) => statement.declaration ?? statement)
    .find(({ id, type }) => (name === undefined ? type === 'ClassDeclaration' : id?.name === name));
  if (!declaration) throw new Error(`${file} declares no ${name ?? 'class'}.`);
  return memberNodes(declaration).map((node) => {
    const value = node.value as Node | undefined; // of a method of a class
    const body = value?.body as Node | undefined;
    const { start = 0, end = 0 } = node.typeAnnotation ?? {};
    return {
      name: keyOf(node),
      type: oneLine(source.slice(start, end).replace(/^:\s*(?:\|\s*)?/, '')),
      signature: oneLine(source.slice(node.start, body?.start ?? node.end)).replace(/;$/, ''),
      comment: commentBefore(source, node.start),
    };
  });
}

function memberNodes({ body, members, types = [], typeAnnotation }: Node): readonly Node[] {
  if (body) return Array.isArray(body) ? body : memberNodes(body as Node);
  return members ?? [typeAnnotation ?? [], types].flat().flatMap(memberNodes);
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

export const keyOf = ({ key }: Node) => key?.name ?? String(key?.value);

/** The name of a called function: `f` of `f()`, `text` of `f.text()`. */
export function calleeName(node: Node | undefined): string | undefined {
  if (node?.type !== 'CallExpression') return undefined;
  return node.callee?.name ?? node.callee?.property?.name;
}
