import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { parseAst } from 'rollup/parseAst';
import { calleeName, constantName, fieldHelper, isIn, keyOf, type Node, visit } from './syntax.ts';

/*
 * Finds the mutations of the contract in its parsed source, which covers every name, type, flag, path, method,
 * status, value, limit, envelope and link without a list of them.
 */

/** A change: the text from `start` to `end` of a file becomes `text`. */
export interface Mutation {
  readonly kind: string;
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The contract's folder. */
export const FOLDER = new URL('../../packages/sdk/src/contract/', import.meta.url);

/** The files of the contract, relative to its folder. */
export const contractFiles = (): string[] =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort();

/** The JavaScript of a source file, with every character at its original position. */
export const stripped = (file: string) =>
  stripTypeScriptTypes(readFileSync(new URL(file, FOLDER), 'utf8'), { mode: 'strip' });

/** A place: the source, the node, and its ancestors, nearest first. */
interface Place {
  readonly file: string;
  readonly source: string;
  readonly node: Node;
  readonly above: readonly Node[];
}

type Change = Omit<Mutation, 'file'>;

/** Parts that no operation uses. */
const OUTSIDE = ['schema/nearest-name.ts', 'schema/schema.ts', 'schema/suggester.ts'];

/** All mutations of one file. */
export function mutationsIn(file: string): Mutation[] {
  if (OUTSIDE.includes(file)) return [];
  const source = stripped(file);
  const changes: Change[] = [];
  visit(parseAst(source) as unknown as Node, [], (node, above) => {
    changes.push(...FINDERS.flatMap((find) => find({ file, source, node, above })));
  });
  const unique = new Map(changes.map((change) => [`${change.start} ${change.end} ${change.text}`, change]));
  return [...unique.values()].map((change) => ({ ...change, file }));
}

// --- Endpoints ------------------------------------------------------------------------------------------

const METHODS: Readonly<Record<string, string>> = { GET: 'POST', POST: 'PUT', PUT: 'POST', DELETE: 'POST' };
const STATUSES: Readonly<Record<string, number>> = { 200: 201, 201: 200, 202: 200, 204: 200, 302: 301 };

function endpointChanges({ source, node, above }: Place): Change[] {
  if (node.type !== 'Property' || !isIn(above, 'endpoint') || !node.value) return [];
  const value = node.value as Node;
  const literal = value.value;
  switch (keyOf(node)) {
    case 'method':
      return [replace('method', value, quoted(METHODS[String(literal)] ?? 'PATCH'))];
    case 'path':
      return pathChanges(value, String(literal));
    case 'status':
      return [
        replace('status', value, String(STATUSES[String(literal)] ?? 500)),
        locationAdded(source, node, above),
      ].flat();
    case 'also':
      return [drop('also', source, node), replace('also', value, '[403]')];
    case 'location':
      return [drop('location', source, node)];
    case 'limit':
      return [drop('limit class', source, node)];
    case 'repeatable':
      return [drop('repeatable', source, node)];
    case 'query':
      return [drop('query', source, node)];
    case 'body':
      return [drop('body', source, node)];
    case 'response':
      return [replace('response', value, '{ kind: "none", name: "", unwrap: () => undefined }')].filter(
        () => source.slice(value.start, value.end) !== 'noneOut',
      );
    default:
      return [];
  }
}

function locationAdded(source: string, node: Node, above: readonly Node[]): Change[] {
  const object = above[0];
  if (!object || source.slice(object.start, object.end).includes('location:')) return [];
  return [{ kind: 'location added', start: node.start, end: node.start, text: 'location: true, ' }];
}

function pathChanges(value: Node, path: string): Change[] {
  const changed = [
    path.replace(/\/v(\d)/, (_, digit) => `/v${5 - Number(digit)}`),
    path.replace(/\{(\w+)\}/, '{other_$1}'),
    path.replace(/\{(\w+)\}(?!.*\{)/, '{last_$1}'),
    path.replace(/(\w+)(\}?)$/, '$1s$2'),
    path.replace(/^(.+)\/[^/]+$/, '$1'),
  ];
  return changed.filter((other) => other !== path).map((other) => replace('path', value, quoted(other)));
}

/** Removes an operation or a noun. */
function operationChanges({ file, source, node, above }: Place): Change[] {
  if (node.type !== 'Property') return [];
  const isOperation = calleeName(node.value as Node) === 'endpoint';
  const isNoun = file === 'index.ts' && above.some((one) => one.type === 'CallExpression');
  return isOperation || isNoun ? [drop('operation', source, node)] : [];
}

// --- Fields ---------------------------------------------------------------------------------------------

/** For each field helper, the helpers of other types that replace it. */
const SWAPS: Readonly<Record<string, readonly string[]>> = {
  text: ['integer', 'boolean'],
  name: ['text', 'integer'],
  integer: ['number', 'text'],
  cents: ['number', 'text'],
  money: ['integer', 'text'],
  number: ['integer', 'text'],
  boolean: ['text'],
  texts: ['text'],
  properties: ['text'],
  customFields: ['properties', 'text'],
  email: ['text', 'integer'],
  url: ['text'],
  isoTime: ['text'],
  usMobile: ['text'],
  timeZone: ['text'],
  snakeCase: ['text'],
  currency: ['text'],
};

const WRAPPERS = ['optional', 'orNull', 'maybe'];

/** Calls whose value is already optional. */
const OPTIONAL = ['optional', 'maybe', 'subscriberStatus'];

function typeChanges({ source, node }: Place): Change[] {
  const helper = fieldHelper(node);
  if (!helper) return [];
  const callee = node.callee as Node;
  const [first] = node.arguments ?? [];
  const inner = first ? source.slice(first.start, first.end) : '';
  const swaps = (SWAPS[helper] ?? []).map((other) => replace('type', callee, `f.${other}`));
  const bounded = /^integer(From|Below|Between)$/.test(helper) ? [replace('bound', node, 'f.integer()')] : [];
  const unwrapped = WRAPPERS.includes(helper) ? [replace('required', node, inner)] : [];
  const halved =
    helper === 'maybe' ? ['optional', 'orNull'].map((one) => replace('nullable', callee, `f.${one}`)) : [];
  return [...swaps, ...bounded, ...unwrapped, ...halved];
}

/** Changes of a schema's members: removed, renamed, made optional. */
function memberChanges({ source, node, above }: Place): Change[] {
  if (node.type !== 'Property' || node.shorthand || node.computed) return [];
  const value = node.value as Node;
  if (!isField(value) || isIn(above.slice(0, 4), 'toJSONSchema', 'meta')) return [];
  const key = node.key as Node;
  const code = source.slice(value.start, value.end);
  return [
    replace('name', key, quoted(`${keyOf(node)}_x`)),
    drop('field', source, node),
    ...(OPTIONAL.includes(calleeName(value) ?? '')
      ? []
      : [replace('required', value, `z.optional(${code})`)]),
  ];
}

/** Whether a value is a zod type: a call of a field helper, of zod, or of one of the file's shapes. */
function isField(value: Node): boolean {
  const name = calleeName(value);
  if (value.type !== 'CallExpression' || name === undefined || name === 'endpoint') return false;
  return fieldHelper(value) !== undefined || value.callee?.object?.name === 'z' || SHAPES.has(name);
}

const SHAPES = new Set(['address', 'open', 'subscriberStatus', 'Subscriber', 'Form', 'batchArray', 'array']);

function spreadChanges({ file, source, node, above }: Place): Change[] {
  if (node.type !== 'SpreadElement' || file === 'schema/endpoint.ts' || file === 'schema/envelope.ts')
    return [];
  const call = node.argument;
  if (call?.type !== 'CallExpression') return [];
  if (calleeName(call) === 'needsOneOf') {
    const all = call.arguments ?? [];
    const without = all.map((_, index) => all.filter((__, other) => other !== index));
    return [
      drop('one of', source, node),
      ...without.map((rest) =>
        replace(
          'one of',
          call,
          `f.needsOneOf(${rest.map((one) => source.slice(one.start, one.end)).join(', ')})`,
        ),
      ),
    ];
  }
  return above[0]?.type === 'ObjectExpression' ? [drop('shared fields', source, node)] : [];
}

// --- Values ---------------------------------------------------------------------------------------------

/** Changes of strings: enum values, names of events, codes and headers, media types. */
function textChanges({ source, node, above }: Place): Change[] {
  if (node.type !== 'Literal' || typeof node.value !== 'string') return [];
  const [parent] = above;
  if (!parent || /^(Import|Export)/.test(parent.type) || isIn(above.slice(0, 2), 'endpoint')) return [];
  const kind = textKind(parent, node, above);
  if (!kind) return [];
  const listed = parent.type === 'ArrayExpression' || ['oneOf', 'known'].includes(calleeName(parent) ?? '');
  return [replace(kind, node, quoted(`${node.value}_x`)), ...(listed ? [dropItem(kind, source, node)] : [])];
}

function textKind(parent: Node, node: Node, above: readonly Node[]): string | undefined {
  const call = calleeName(parent);
  if (parent.type === 'CallExpression' && ['oneOf', 'known', 'stringFormat'].includes(call ?? ''))
    return 'value';
  if (parent.type === 'CallExpression' && /(In|Out)$/.test(call ?? '')) return 'envelope name';
  if (parent.type === 'ArrayExpression') return 'value';
  if (parent.type === 'ReturnStatement' || parent.type === 'ConditionalExpression') return 'code';
  if (parent.type === 'VariableDeclarator') return 'constant';
  if (parent.type !== 'Property') return undefined;
  if (parent.key === node) return isField(parent.value as Node) ? undefined : keyKind(node);
  if (keyOf(parent) === 'kind') return 'envelope kind';
  // Descriptions of codes are for human readers.
  return constantName(above) === 'VALIDATION_CODES' ? undefined : 'text';
}

const keyKind = ({ value }: Node) => (String(value).startsWith('subscriber.') ? 'event' : 'link');

/** Changes of constants and maps: events, codes, limits, links, operations of the script. */
function constantChanges({ source, node, above }: Place): Change[] {
  if (node.type !== 'Property' || node.shorthand || node.computed || isIn(above, 'endpoint')) return [];
  const value = node.value as Node;
  const name = constantName(above);
  if (name === undefined || isField(value) || !/^(shapes|links|\w+Links|[A-Z_]+|formatCodes)$/.test(name))
    return [];
  const kind = CONSTANT_KINDS[name] ?? (/links$/i.test(name) ? 'link' : 'constant');
  return [drop(kind, source, node), replace(kind, node.key as Node, quoted(`${keyOf(node)}_x`))];
}

const CONSTANT_KINDS: Readonly<Record<string, string>> = {
  shapes: 'event',
  VALIDATION_CODES: 'code',
  ERROR_STATUSES: 'code',
  formatCodes: 'code',
  LIMITS: 'limit',
  SCRIPT_OPERATIONS: 'script operation',
};

/** Gives an event the properties of another one. */
function eventChanges({ node, above }: Place): Change[] {
  if (node.type !== 'Property' || constantName(above) !== 'shapes') return [];
  const value = node.value as Node;
  return value.type === 'Identifier' ? [replace('event', value, '() => ({})')] : [];
}

/** Changes of numbers: limits, bounds, lengths, statuses of content responses. */
function numberChanges({ file, node, above }: Place): Change[] {
  if (node.type !== 'Literal' || typeof node.value !== 'number' || isIn(above.slice(0, 3), 'endpoint'))
    return [];
  if (file === 'schema/validation.ts' && above[0]?.type !== 'BinaryExpression') return [];
  if (file === 'schema/formats.ts' || (file === 'schema/field.ts' && !isIn(above.slice(0, 2), 'minLength')))
    return [];
  return [replace('number', node, String(node.value + 1))];
}

/** Changes of link templates. */
function linkChanges({ node, above }: Place): Change[] {
  const template = node.value;
  if (node.type !== 'Literal' || typeof template !== 'string' || !template.startsWith('{base_url}'))
    return [];
  const isValue = above[0]?.type === 'Property' && above[0].value === node;
  const changed = [
    template.replace('/v2/', '/v3/'),
    template.replace(/\{(\w+)\.(\w+)\}$/, '{$1.other}'),
    `${template}/x`,
  ];
  return isValue
    ? changed.filter((other) => other !== template).map((other) => replace('link', node, quoted(other)))
    : [];
}

// --- Envelopes ------------------------------------------------------------------------------------------

const ENVELOPES: Readonly<Record<string, readonly string[]>> = {
  oneIn: ['batchIn', 'listIn'],
  batchIn: ['oneIn', 'listIn'],
  listIn: ['oneIn', 'batchIn'],
  oneOut: ['manyOut', 'pageOut'],
  manyOut: ['oneOut', 'pageOut'],
  pageOut: ['manyOut', 'oneOut'],
};

function envelopeChanges({ file, source, node, above }: Place): Change[] {
  if (node.type === 'Property' && isIn(above.slice(0, 2), 'oneOut', 'manyOut', 'pageOut')) {
    return [drop('envelope option', source, node)];
  }
  if (node.type === 'Identifier' && node.name === 'emptyOut' && above[0]?.type === 'Property') {
    return file === 'schema/envelope.ts' ? [] : [replace('envelope kind', node, SILENT)];
  }
  if (node.type === 'Identifier' && node.name === 'noneOut' && above[0]?.type === 'Property') {
    return [replace('envelope kind', node, HOLLOW)];
  }
  const others = node.type === 'CallExpression' ? (ENVELOPES[calleeName(node) ?? ''] ?? []) : [];
  // The other helper may not be imported directly: all of them are members of one import.
  return others.map((other) => ({
    kind: 'envelope kind',
    start: (node.callee as Node).start,
    end: (node.callee as Node).end,
    text: `(await import('./envelope.ts')).${other}`,
  }));
}

const SILENT = `(await import('./envelope.ts')).noneOut`;
const HOLLOW = `(await import('./envelope.ts')).emptyOut`;

/** Makes formats accept more. */
function regexChanges({ source, node }: Place): Change[] {
  const code = source.slice(node.start, node.end);
  if (node.type !== 'Literal' || !code.startsWith('/^')) return [];
  const unanchored = [code.replace('/^', '/'), code.replace(/\$(?=\/[a-z]*$)/, '')];
  return unanchored.filter((other) => other !== code).map((other) => replace('format', node, other));
}

/** Inverts conditions of small functions. */
function logicChanges({ file, source, node }: Place): Change[] {
  if (
    !['content.ts', 'schema/envelope.ts', 'schema/validation.ts'].includes(file) ||
    node.type !== 'ConditionalExpression'
  )
    return [];
  return [{ kind: 'condition', start: node.start, end: node.start, text: '!' }].filter(
    () => !source.slice(node.start, node.end).startsWith('templates ==='),
  );
}

const FINDERS = [
  regexChanges,
  endpointChanges,
  operationChanges,
  typeChanges,
  memberChanges,
  spreadChanges,
  textChanges,
  constantChanges,
  eventChanges,
  numberChanges,
  linkChanges,
  envelopeChanges,
  logicChanges,
];

// --- Writing code --------------------------------------------------------------------------------------

const quoted = (text: string) => JSON.stringify(text);

const replace = (kind: string, { start, end }: Node, text: string): Change => ({ kind, start, end, text });

/** Removes a member of an object, or an argument, with its comma. */
function drop(kind: string, source: string, { start, end }: Node): Change {
  const comma = /^\s*,/.exec(source.slice(end))?.[0].length ?? 0;
  return { kind, start, end: end + comma, text: '' };
}

const dropItem = drop;
