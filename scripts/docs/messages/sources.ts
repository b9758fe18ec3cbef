import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from 'amaro';
import { parseAst } from 'rollup/parseAst';
import { functionName, inside, isFunction, type Node, type Place, visit } from './node.ts';

const BUILT_IN = ['Error', 'RangeError', 'TypeError', 'AggregateError'];

/** Members that hold a message. */
export const MESSAGE_MEMBERS = ['error', 'message', 'problem', 'problems', 'reason', 'text', 'why'];

/** Functions that report a message, by their names. */
const REPORTS = ['issue', 'invalidAttribute', 'warn', 'reject', 'fail', 'complain'];

/** Lists that collect messages. */
const LISTS = /^(?:problems|warnings|complaints|contradictions)$/;

function isReport({ type, callee }: Node): boolean {
  if (type !== 'CallExpression') return false;
  const name = callee?.name ?? callee?.property?.name ?? '';
  return REPORTS.includes(name) || (name === 'push' && LISTS.test(callee?.object?.name ?? ''));
}

type Places = Map<string, Place[]>;

function add(places: Places, name: string | undefined, place: Place): void {
  if (name !== undefined) places.set(name, [...(places.get(name) ?? []), place]);
}

/** The parsed sources, and what their names stand for. */
export class Sources {
  readonly #places: Place[] = [];
  readonly #errors = new Set(BUILT_IN);
  /** Functions and constants by their names. */
  readonly #values: Places = new Map();
  /** Calls by the name of the function or the class. */
  readonly #calls: Places = new Map();
  /** Where the names of a file come from, as `file name`. */
  readonly #imports = new Map<string, string>();

  constructor(root: string, files: readonly string[]) {
    for (const file of files) {
      const { code } = transformSync(readFileSync(join(root, file), 'utf8'), { mode: 'strip-only' });
      const tree = parseAst(code) as unknown as Node; // which names fewer members than its type
      visit(tree, [], (node, above) => this.#places.push({ node, above, file }));
    }
    for (const place of this.#places) this.#index(place);
    this.#findErrors();
  }

  #index(place: Place): void {
    const { node, file } = place;
    if (node.type === 'ImportDeclaration') this.#addImports(node, file);
    if (node.type === 'FunctionDeclaration') add(this.#values, node.id?.name, place);
    if (node.type === 'VariableDeclarator' && node.init) {
      add(this.#values, node.id?.name, inside(place, node.init));
    }
    if (['MethodDefinition', 'PropertyDefinition'].includes(node.type)) {
      const value = node.value as Node | null; // of a member of a class
      if (value) add(this.#values, node.key?.name, inside(place, value));
    }
    if (node.type === 'CallExpression') {
      add(this.#calls, node.callee?.name ?? node.callee?.property?.name, place);
    }
    if (node.type === 'NewExpression') add(this.#calls, node.callee?.name, place);
  }

  #addImports({ specifiers = [], source }: Node, file: string): void {
    const from = String(source?.value);
    if (!from.startsWith('.')) return;
    for (const { local, imported } of specifiers) {
      this.#imports.set(`${file} ${local?.name}`, `${join(dirname(file), from)} ${imported?.name}`);
    }
  }

  #findErrors(): void {
    const classes = this.#places.filter(({ node }) => node.superClass && node.id);
    for (let before = 0; before < this.#errors.size; ) {
      before = this.#errors.size;
      for (const { node } of classes) {
        if (this.#errors.has(node.superClass?.name ?? '')) this.#errors.add(node.id?.name ?? '');
      }
    }
  }

  /** The functions or values that a name stands for in a file. */
  valuesOf(name: string, file: string): readonly Place[] {
    const [from, original = ''] = (this.#imports.get(`${file} ${name}`) ?? `${file} ${name}`).split(' ');
    return (this.#values.get(original) ?? []).filter((place) => place.file === from);
  }

  /** The calls of a function, in its file and in those that import it. */
  callsOf(place: Place): readonly Place[] {
    const own = functionName(place);
    const owner = place.above.find(({ superClass }) => superClass !== undefined)?.id?.name;
    const name = own === 'constructor' ? owner : own;
    return (this.#calls.get(name ?? '') ?? []).filter(
      ({ file, node }) =>
        file === place.file ||
        node.type === 'NewExpression' ||
        this.#imports.get(`${file} ${name}`) === `${place.file} ${name}`,
    );
  }

  /** The expressions that become messages: arguments of errors, members with such a name, printed warnings. */
  *messages(): Generator<Place> {
    for (const place of this.#places) {
      const { node } = place;
      if (this.#isError(place) || isReport(node)) {
        for (const argument of node.arguments ?? []) {
          if (argument.type !== 'ObjectExpression' && !isFunction(argument)) yield inside(place, argument);
        }
      }
      if (node.type === 'Property' && MESSAGE_MEMBERS.includes(node.key?.name ?? '')) {
        yield inside(place, node.value as Node); // of a member of an object
      }
    }
  }

  #isError({ node, above }: Place): boolean {
    if (node.type === 'NewExpression') return this.#errors.has(node.callee?.name ?? '');
    const owner = above.find(({ superClass }) => superClass);
    return node.callee?.type === 'Super' && this.#errors.has(owner?.id?.name ?? '');
  }
}
