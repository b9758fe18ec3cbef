import { compile, type HtmlToTextOptions } from 'html-to-text';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { escapeHtml } from '../shared/values/html.ts';

// Import this module lazily: the parser slows the start, and most servers never send an email.

const noop = () => undefined;
const IGNORED: TokenizerCallbacks = {
  onattribdata: noop,
  onattribentity: noop,
  onattribend: noop,
  onattribname: noop,
  oncdata: noop,
  onclosetag: noop,
  oncomment: noop,
  ondeclaration: noop,
  onend: noop,
  onopentagend: noop,
  onopentagname: noop,
  onprocessinginstruction: noop,
  onselfclosingtag: noop,
  ontext: noop,
  ontextentity: noop,
};

/** Tokenizes HTML in a single pass. */
function tokenize(html: string, callbacks: Partial<TokenizerCallbacks>, decodeEntities = true): void {
  const tokenizer = new Tokenizer({ decodeEntities }, { ...IGNORED, ...callbacks });
  tokenizer.write(html);
  tokenizer.end();
}

/** Replaces parts of a string, from start to end. */
class Rewriting {
  readonly #source: string;
  readonly #pieces: string[] = [];
  #copied = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Replaces the text between two positions, which must follow all earlier replacements. */
  replace(start: number, end: number, text: string): void {
    this.#pieces.push(this.#source.slice(this.#copied, start), text);
    this.#copied = end;
  }

  toString(): string {
    return this.#pieces.join('') + this.#source.slice(this.#copied);
  }
}

/** Replaces the targets of links (`a`, `area`) in HTML. `replace` returns undefined to keep a target. */
export function replaceLinks(html: string, replace: (url: string) => string | undefined): string {
  const rewriting = new Rewriting(html);
  let isLink = false;
  let nameEnd: number | undefined;
  let target = '';
  tokenize(html, {
    onopentagname(start, end) {
      isLink = /^(?:a|area)$/i.test(html.slice(start, end));
    },
    onattribname(start, end) {
      const isTarget = isLink && end - start === 4 && html.slice(start, end).toLowerCase() === 'href';
      nameEnd = isTarget ? end : undefined;
      target = '';
    },
    onattribdata(start, end) {
      target += html.slice(start, end);
    },
    onattribentity(codepoint) {
      target += String.fromCodePoint(codepoint);
    },
    onattribend(_quote, end) {
      if (nameEnd === undefined) return;
      isLink = false; // browsers use the first `href`
      const replacement = replace(target.trim());
      if (replacement !== undefined) rewriting.replace(nameEnd, end, `="${escapeHtml(replacement)}"`);
      nameEnd = undefined;
    },
  });
  return rewriting.toString();
}

export function appendToBody(html: string, addition: string): string {
  if (addition === '') return html;
  let bodyEnd: number | undefined;
  tokenize(html, {
    onclosetag(start, end) {
      if (html.slice(start, end).toLowerCase() === 'body') bodyEnd ??= html.lastIndexOf('</', start);
    },
  });
  if (bodyEnd === undefined) return `${html}\n${addition}`;
  return `${html.slice(0, bodyEnd)}${addition}\n${html.slice(bodyEnd)}`;
}

/** The maximum nesting of elements. Deeper tags are dropped, but not their text. */
const MAX_DEPTH = 100;

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const INVISIBLE = new Set(['script', 'style', 'title']);
/** Dropped, since they may be missing or closed too early. */
const DOCUMENT_TAGS = new Set(['html', 'head', 'body']);

/** The elements that are open at a place in a document, outermost first. */
class OpenElements {
  readonly #names: string[] = [];
  /** The number of open elements by name, so that an unmatched end tag takes no search. */
  readonly #counts = new Map<string, number>();

  get depth(): number {
    return this.#names.length;
  }

  push(name: string): void {
    this.#names.push(name);
    this.#count(name, 1);
  }

  /** Closes an element and those inside it. Returns their end tags; an empty list if no element of this name is open. */
  close(name: string): string[] {
    const tags: string[] = [];
    if (!this.#counts.get(name)) return tags;
    for (let last = this.#names.pop(); last !== undefined; last = this.#names.pop()) {
      this.#count(last, -1);
      tags.push(`</${last}>`);
      if (last === name) break;
    }
    return tags;
  }

  #count(name: string, change: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + change);
  }
}

function startTag(name: string, { href, alt }: Readonly<Record<string, string>>): string {
  const target = href === undefined ? '' : ` href="${escapeHtml(href.trim())}"`;
  return `<${name}${target}${alt === undefined ? '' : ` alt="${escapeHtml(alt)}"`}>`;
}

/** Closes elements, drops unmatched end tags and limits the depth: parsers that search for each would take quadratic time. */
function tidied(html: string): string {
  const pieces: string[] = [];
  const open = new OpenElements();
  let name = '';
  let attribute = '';
  let attributes: Record<string, string> = {};
  const begin = () => {
    if (INVISIBLE.has(name)) return;
    if (DOCUMENT_TAGS.has(name) || (!VOID.has(name) && open.depth >= MAX_DEPTH)) return;
    pieces.push(startTag(name, attributes));
    if (!VOID.has(name)) open.push(name);
  };
  tokenize(html, {
    onopentagname(start, end) {
      name = html.slice(start, end).toLowerCase();
      attributes = {};
    },
    onattribname(start, end) {
      attribute = html.slice(start, end).toLowerCase();
      // Browsers use the first of several attributes with the same name.
      if (attribute !== 'href' && attribute !== 'alt') attribute = '';
      else if (attributes[attribute] === undefined) attributes[attribute] = '';
      else attribute = '';
    },
    onattribdata(start, end) {
      if (attribute !== '') attributes[attribute] += html.slice(start, end);
    },
    onattribentity(codepoint) {
      if (attribute !== '') attributes[attribute] += String.fromCodePoint(codepoint);
    },
    onopentagend: begin,
    onselfclosingtag: begin,
    onclosetag(start, end) {
      name = '';
      const closed = html.slice(start, end).toLowerCase();
      if (closed === 'br') pieces.push('<br>');
      else pieces.push(...open.close(closed));
    },
    ontext(start, end) {
      if (!INVISIBLE.has(name)) pieces.push(html.slice(start, end).replaceAll('<', '&lt;'));
    },
    ontextentity(codepoint) {
      if (!INVISIBLE.has(name)) pieces.push(escapeHtml(String.fromCodePoint(codepoint)));
    },
  });
  return pieces.join('');
}

const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  formatters: {
    // Images become their alternative text.
    alternative: (element, _walk, builder) => builder.addInline(element.attribs.alt ?? ''),
  },
  selectors: [
    { selector: 'a', options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true } },
    { selector: 'img', format: 'alternative' },
    // Most tables in emails are for layout.
    ...['td', 'th'].map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    { selector: 'ul', options: { itemPrefix: '- ' } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 2 },
    })),
  ],
};

// Compiled once, since that takes longer than converting most emails.
const convert = compile(OPTIONS);

export const textOf = (html: string): string => convert(tidied(html)).trim();

/** Removes the tags from HTML. Entities stay encoded. */
export function withoutTags(html: string): string {
  const pieces: string[] = [];
  let name = '';
  const callbacks: Partial<TokenizerCallbacks> = {
    onopentagname(start, end) {
      name = html.slice(start, end).toLowerCase();
    },
    onclosetag() {
      name = '';
    },
    ontext: (start, end) => void (INVISIBLE.has(name) || pieces.push(html.slice(start, end))),
  };
  tokenize(html, callbacks, false);
  return pieces.join('');
}
