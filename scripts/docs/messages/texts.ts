import { inside, isFunction, type Node, type Place, textOf, visit } from './node.ts';
import { MESSAGE_MEMBERS, type Sources } from './sources.ts';

/** A text of a message, with `…` for what differs. */
export interface Message {
  readonly text: string;
  readonly file: string;
}

/** Follows expressions to the texts that they can become. */
class Texts {
  readonly found: Message[] = [];
  readonly #sources: Sources;
  readonly #seen = new Set<Node>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  follow(place: Place): void {
    const { node } = place;
    if (this.#seen.has(node)) return;
    this.#seen.add(node);
    const text = textOf(node);
    if (text !== undefined && place.above[0]?.operator !== '+') this.#add(text, place);
    for (const part of partsOf(node)) this.follow(inside(place, part));
    if (isFunction(node)) this.#followResults(place);
    if (node.type === 'CallExpression' && node.callee?.name !== undefined)
      this.#followName(node.callee.name, place);
    if (node.type === 'MemberExpression' || node.callee?.object?.type === 'ThisExpression') {
      const member = (node.callee ?? node).property;
      if (member?.type === 'PrivateIdentifier') this.#followName(member.name ?? '', place);
    }
    if (node.type === 'Identifier') this.#followVariable(place);
  }

  /** Adds a text, unless it is only some words of a larger one. */
  #add(text: string, { above, file }: Place): void {
    const words = text.split(/\s+/).filter((word) => /[a-z]{2}/i.test(word));
    const isPiece = above.some(({ type }) => type === 'TemplateLiteral');
    if (words.length > (isPiece ? 3 : 1)) this.found.push({ text, file });
  }

  #followName(name: string, { file }: Place): void {
    for (const value of this.#sources.valuesOf(name, file)) this.follow(value);
  }

  /** Follows what a function returns. */
  #followResults(place: Place): void {
    const { node, above, file } = place;
    if (!node.body) return;
    if (node.body.type !== 'BlockStatement') this.follow(inside(place, node.body));
    visit(node.body, [node, ...above], (inner, around) => {
      const isResult = ['ReturnStatement', 'YieldExpression'].includes(inner.type);
      if (isResult && inner.argument && around.find(isFunction) === node) {
        this.follow({ node: inner.argument, above: [inner, ...around], file });
      }
    });
  }

  /** Follows a parameter to the arguments of all calls, and another variable to its value. */
  #followVariable(place: Place): void {
    const { node, above, file } = place;
    for (const [i, around] of above.entries()) {
      const at = around.params?.findIndex((one) => (one.left ?? one).name === node.name) ?? -1;
      if (at < 0) continue;
      const owner = { node: around, above: above.slice(i + 1), file };
      const standard = around.params?.[at]?.right;
      if (standard) this.follow(inside(owner, standard));
      for (const call of this.#sources.callsOf(owner)) {
        const argument = call.node.arguments?.[at];
        if (argument) this.follow(inside(call, argument));
      }
      return;
    }
    this.#followName(node.name ?? '', place);
  }
}

/** The parts of an expression that are a part of its text. */
function partsOf(node: Node): readonly Node[] {
  const { type, operator, left, right, consequent, alternate, argument, callee } = node;
  const given = (parts: readonly (Node | null | undefined)[]) => parts.filter((part) => part != null);
  switch (type) {
    case 'TemplateLiteral':
      return node.expressions ?? [];
    case 'BinaryExpression':
      return operator === '+' ? given([left, right]) : [];
    case 'LogicalExpression':
      return given(operator === '&&' ? [right] : [left, right]);
    case 'ConditionalExpression':
      return given([consequent, alternate]);
    case 'ArrayExpression':
      return given(node.elements ?? []);
    case 'SpreadElement':
    case 'AwaitExpression':
    case 'YieldExpression':
      return given([argument]);
    case 'ObjectExpression':
      return messagesIn(node);
    case 'CallExpression': // such as `[…].join()` and `names.map(…)`
      return given([callee?.object, ...(callee?.object ? (node.arguments ?? []).filter(isFunction) : [])]);
    default:
      return [];
  }
}

/** The members of an object that are messages. */
const messagesIn = ({ properties = [] }: Node) =>
  properties.filter(({ key }) => MESSAGE_MEMBERS.includes(key?.name ?? '')).map(({ value }) => value as Node); // of a member of an object

/** Collects the texts of the messages in the sources, without those of a single word. */
export function collectMessages(sources: Sources): Message[] {
  const texts = new Texts(sources);
  for (const place of sources.messages()) texts.follow(place);
  return texts.found;
}
