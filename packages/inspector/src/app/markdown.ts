/** Parts of a page that are for the user of the inspector, not for those who read a copy. */
const LEFT_OUT =
  'button, select, input, textarea, iframe, svg, nav, label, [role="tablist"], .toolbar, .split-title, .back-link, .hidden-visually';

/** The open record of the page, or its list, as Markdown with the URL at its end. */
export function pageAsMarkdown(): string {
  const shown = document.querySelector('.split-detail') ?? document.querySelector('main');
  return [...(shown ? blocksOf(shown) : []), `<${window.location.href}>`].join('\n\n');
}

const isShown = (element: Element) => element.checkVisibility() && !element.matches(LEFT_OUT);

function blocksOf(element: Element): string[] {
  const heading = /^H([1-6])$/.exec(element.tagName);
  if (heading) return filled(`${'#'.repeat(Number(heading[1]))} ${inline(element)}`);
  if (element instanceof HTMLTableElement) return [tableOf(element)];
  if (element instanceof HTMLPreElement) return [fenced(element.textContent ?? '')];
  if (element.matches('dl')) return [pairsOf(element)];
  if (element.matches('ol, ul')) return [itemsOf(element).join('\n')];
  if (!element.querySelector('h1, h2, h3, table, pre, dl, ol, ul, p')) return filled(inline(element));
  return [...element.children].filter(isShown).flatMap(blocksOf);
}

const filled = (text: string): string[] => (/[^#\s]/.test(text) ? [text] : []);

function fenced(code: string): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}

const pairsOf = (list: Element): string =>
  [...list.querySelectorAll('dt')]
    .map((term) => `- **${inline(term)}**: ${term.nextElementSibling ? inline(term.nextElementSibling) : ''}`)
    .join('\n');

const itemsOf = (list: Element): string[] =>
  [...list.children].filter(isShown).flatMap((item) => {
    const texts = [...item.childNodes]
      .filter((node) => !isList(node))
      .map(inline)
      .filter((text) => text !== '');
    const nested = [...item.children].filter(isList).flatMap(itemsOf);
    return [`- ${texts.join(' ')}`, ...nested.map((entry) => `  ${entry}`)];
  });

const isList = (node: Node): node is Element => node instanceof Element && node.matches('ol, ul');

function tableOf(table: HTMLTableElement): string {
  const [head, ...rows] = [...table.rows]
    .filter(isShown)
    .map((row) => [...row.cells].filter(isShown).map(inline));
  const lines = [head ?? [], (head ?? []).map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The text of a node with its links, and with spaces around it unless it is part of a sentence. */
function spaced(node: Node): string {
  if (node instanceof Text) return node.data.replaceAll(/[\\`*[\]<|]/g, '\\$&').replaceAll(/\s+/g, ' ');
  if (!(node instanceof Element) || !isShown(node)) return '';
  const text = [...node.childNodes].map(spaced).join('').trim();
  const padded = /^(?:inline|contents)$/.test(getComputedStyle(node).display) ? text : ` ${text} `;
  return node instanceof HTMLAnchorElement && text !== '' ? `[${text}](<${node.href}>)` : padded;
}

const inline = (node: Node): string => spaced(node).replaceAll(/ +/g, ' ').trim();
