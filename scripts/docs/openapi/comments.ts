import { filesAt, read, withoutTests } from '../../setup/repository.ts';
import { calleeName, commentBefore, keyOf, type Node, oneLine, statementsOf, visit } from '../syntax.ts';

/** The comment on a schema, a member or an endpoint, and on its members. */
export interface Comment {
  readonly text: string;
  readonly isDeprecated: boolean;
  readonly members: Readonly<Record<string, Comment>>;
}

type Comments = Readonly<Record<string, Comment>>;

interface Declaration {
  readonly source: string;
  readonly init: Node;
  readonly start: number;
}

type Declarations = ReadonlyMap<string, Declaration>;

/** The constants of a file, by their names. */
function declarationsIn(file: string, isExported = false): Declarations {
  const source = read(file);
  const found = new Map<string, Declaration>();
  for (const statement of statementsOf(source)) {
    if (isExported && !statement.declaration) continue;
    for (const { id, init } of (statement.declaration ?? statement).declarations ?? []) {
      if (id?.name && init) found.set(id.name, { source, init, start: statement.start });
    }
  }
  return found;
}

const contract = withoutTests(filesAt('packages/sdk/src/contract/**/*.ts')).map((file) => ({
  local: declarationsIn(file),
  exported: declarationsIn(file, true),
}));

/** The constants of other files that a file uses: exports of the contract, and records of the server's store. */
const shared: Declarations = new Map([
  ...contract.flatMap(({ exported }) => [...exported]),
  ...filesAt('packages/mock-server/src/store/records/*.ts').flatMap((file) => [...declarationsIn(file)]),
]);

const commentsOn = (declarations: Declarations, scope: Declarations): Comments =>
  Object.fromEntries([...declarations].map(([name, one]) => [name, commentOf(one, scope)]));

/** Reads the comments of every exported constant of the contract, by its name. */
export const readComments = (): Comments =>
  Object.assign(
    {},
    ...contract.map(({ local, exported }) => commentsOn(exported, new Map([...shared, ...local]))),
  );

/** Reads the comments on all constants of another file. */
export function readCommentsOf(file: string): Comments {
  const local = declarationsIn(file);
  return commentsOn(local, new Map([...shared, ...local]));
}

/** Reads the comments on operations and on the members of their inputs, by route. The files may import one another. */
export function readOperationComments(files: readonly string[]): Comments {
  const others = new Map([...shared, ...files.flatMap((file) => [...declarationsIn(file)])]);
  return Object.assign(
    {},
    ...files.map((file) => operationComments(read(file), new Map([...others, ...declarationsIn(file)]))),
  );
}

function operationComments(source: string, scope: Declarations): Comments {
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

function commentOf({ source, init, start }: Declaration, scope: Declarations): Comment {
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
  Array.from(declarationsIn('packages/sdk/src/contract/schema/field.ts', true))
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
          const init = property.value as Node;
          const comment = commentOf({ source, init, start: property.start }, scope);
          members[keyOf(property)] = { ...comment, text: comment.text || formatOf(init) };
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
