import { globSync, readdirSync, readFileSync } from 'node:fs';
import { calleeName, commentBefore, keyOf, type Node, oneLine, statementsOf, visit } from '../syntax.ts';

/** The contract's folder. */
const FOLDER = new URL('../../../packages/sdk/src/contract/', import.meta.url);

/** The files of the contract, relative to its folder. */
const contractFiles = (): string[] =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort();

/** The comment on a schema, a member or an endpoint, and on its members. */
export interface Comment {
  readonly text: string;
  readonly isDeprecated: boolean;
  readonly members: Readonly<Record<string, Comment>>;
}

interface Declaration {
  readonly source: string;
  readonly init: Node;
  readonly start: number;
}

/** The constants of one file, or of all files, since files use constants of others. */
type Declarations = ReadonlyMap<string, Declaration>;

/** Reads the comments of every exported constant of the contract, by its name. */
export function readComments(): Readonly<Record<string, Comment>> {
  const files = contractDeclarations();
  const all: Declarations = new Map(files.flatMap(({ exported }) => [...exported]));
  return Object.fromEntries(
    files.flatMap(({ local, exported }) => {
      const scope: Declarations = new Map([...all, ...local]);
      return [...exported].map(([name, declaration]) => [name, commentOf(declaration, declaration, scope)]);
    }),
  );
}

const contractDeclarations = () =>
  contractFiles().map((file) => declarationsOf(sourceOf(new URL(file, FOLDER))));

/** The declarations of the records in the server's store. */
const recordDeclarations = () =>
  globSync('*.ts', { cwd: RECORDS }).map((file) => allOf(sourceOf(new URL(file, RECORDS))));

const RECORDS = new URL('../../../packages/mock-server/src/store/records/', import.meta.url);

/** Reads the comments on all constants of another file, which may spread those of the contract and of records. */
export function readCommentsOf(file: URL): Readonly<Record<string, Comment>> {
  const { local, scope } = scopeOf(file, [...contractDeclarations(), ...recordDeclarations()]);
  return Object.fromEntries(
    [...local].map(([name, declaration]) => [name, commentOf(declaration, declaration, scope)]),
  );
}

interface FileDeclarations {
  readonly local: Declarations;
  readonly exported: Declarations;
}

const sourceOf = (file: URL) => readFileSync(file, 'utf8');

/** The declarations of a file, alone and with the exports of other files. */
function scopeOf(file: URL, others: readonly FileDeclarations[]) {
  const source = sourceOf(file);
  const { local } = declarationsOf(source);
  const scope: Declarations = new Map([...others.flatMap(({ exported }) => [...exported]), ...local]);
  return { source, local, scope };
}

/** Reads the comments on operations and on the members of their inputs, by route. The files may import one another. */
export function readOperationComments(files: readonly URL[]): Readonly<Record<string, Comment>> {
  const others = [...contractDeclarations(), ...files.map((file) => allOf(sourceOf(file)))];
  return Object.assign({}, ...files.map((file) => operationComments(file, others)));
}

/** All declarations of a file, since its exports use the others. */
function allOf(source: string): FileDeclarations {
  const { local } = declarationsOf(source);
  return { local, exported: local };
}

function operationComments(
  file: URL,
  others: readonly FileDeclarations[],
): Readonly<Record<string, Comment>> {
  const { source, scope } = scopeOf(file, others);
  const comments: Record<string, Comment> = {};
  const meet = (node: Node, above: readonly Node[]) => {
    const name = calleeName(node);
    if (node.type !== 'CallExpression' || (name !== 'operation' && name !== 'list')) return;
    const properties = node.arguments?.[0]?.properties ?? [];
    const memberOf = (key: string) =>
      properties.find((property) => property.key && keyOf(property) === key)?.value as Node | undefined;
    const route = memberOf('route')?.value;
    if (typeof route !== 'string') return;
    const start = above.find(({ type }) => type === 'Property' || type.startsWith('Export'))?.start;
    const input = memberOf('wire') ?? memberOf('input');
    comments[route] = {
      text: textBefore(source, start ?? 0),
      isDeprecated: false,
      members: input ? membersOf(input, source, scope) : {},
    };
  };
  for (const statement of statementsOf(source)) visit(statement, [], meet);
  return comments;
}

function declarationsOf(source: string): { local: Declarations; exported: Declarations } {
  const local = new Map<string, Declaration>();
  const exported = new Map<string, Declaration>();
  for (const statement of statementsOf(source)) {
    for (const { id, init } of (statement.declaration ?? statement).declarations ?? []) {
      if (!id?.name || !init) continue;
      const declaration = { source, init, start: statement.start };
      local.set(id.name, declaration);
      if (statement.declaration) exported.set(id.name, declaration);
    }
  }
  return { local, exported };
}

function commentOf(
  { start, init }: Omit<Declaration, 'source'>,
  { source }: Declaration,
  scope: Declarations,
) {
  const text = textBefore(source, start);
  return {
    text: text.replace(/(?:^|\s+)@\w+.*/s, ''),
    isDeprecated: text.includes('@deprecated'),
    members: membersOf(init, source, scope),
  };
}

/** The text of the comment right before a position, on one line. */
const textBefore = (source: string, end: number): string =>
  oneLine(commentBefore(source, end).replaceAll(/\{@link (\w+)\}/g, '$1'));

/** The comments on the formats of `field.ts`, by their names. */
const formats = new Map(
  Array.from(declarationsOf(sourceOf(new URL('schema/field.ts', FOLDER))).exported)
    .filter(([name, { init }]) => name === 'time' || calleeName(init.body as Node) === 'stringFormat')
    .map(([name, { source, start }]) => [name, textBefore(source, start)]),
);

/** The comment on the format of a member, which may be optional or null. */
function formatOf({ callee, arguments: [inner] = [] }: Node): string {
  const format = callee?.object?.name === 'f' ? formats.get(callee.property?.name ?? '') : undefined;
  return format ?? (inner ? formatOf(inner) : '');
}

/** The members of the object in an expression, within any calls. */
function membersOf(node: Node, source: string, scope: Declarations): Record<string, Comment> {
  const members: Record<string, Comment> = {};
  const inside = (other: Node | undefined, text = source) => {
    if (other) Object.assign(members, membersOf(other, text, scope));
  };
  const named = (name: string | undefined) => {
    const found = name === undefined ? undefined : scope.get(name);
    if (found) inside(found.init, found.source);
  };
  switch (node.type) {
    case 'ObjectExpression':
      for (const property of node.properties ?? []) {
        if (property.type === 'SpreadElement') inside(property.argument);
        else {
          const declaration = { source, init: property.value as Node, start: property.start };
          const comment = commentOf(declaration, declaration, scope);
          members[keyOf(property)] = comment.text
            ? comment
            : { ...comment, text: formatOf(declaration.init) };
        }
      }
      break;
    case 'ArrowFunctionExpression':
      inside(node.body as Node);
      break;
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      inside(node.expression);
      break;
    case 'CallExpression':
      if (calleeName(node) === 'check') inside(node.callee?.object);
      else if (node.callee?.type === 'Identifier') named(node.callee.name);
      for (const argument of node.arguments ?? []) {
        if (calleeName(node) !== 'check') inside(argument);
      }
      break;
    case 'Identifier':
      named(node.name);
      break;
    default:
  }
  return members;
}
