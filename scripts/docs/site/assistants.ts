import { GROUPS, type Group, HOME, type Page } from './pages.ts';

/** The finished texts of the pages, by path. */
export type Texts = ReadonlyMap<string, string>;

/** The base path of the site, as in the configuration of VitePress. */
const BASE = process.env.DOCS_BASE ?? '/';

const SUMMARY =
  'Trickle is a typed SDK, a stateful reference server and a page script for the API of a marketing automation service: subscribers, tags, events, email series, broadcasts, workflows, forms, commerce and webhooks.';

/** The most common mistakes in code that is written from the interface of the service. */
const CONVENTIONS = `The SDK has three conventions:

- No envelopes: pass and get the record itself, \`{ email: 'ann@example.com' }\`, never \`{ subscribers: [{ … }] }\`.
- Ids come first, then the body, then options: \`client.campaigns.subscribe('111', { email: 'ann@example.com' }, { signal })\`.
- A page of a list is \`{ items, meta }\`; \`for await\` goes through all pages.`;

export const titleOf = (text: string): string => /^# (.*)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? '';

/** The first paragraph of a page, without links, as one line. */
function summaryOf(text: string): string {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/^# .*$/m, '');
  const paragraph = body.split(/\n{2,}/).find((part) => /^[\p{L}`*[]/u.test(part.trim())) ?? '';
  const plain = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^.{0,300}?\.(?=\s|$)/.exec(plain)?.[0] ?? plain.slice(0, 300);
}

/** `llms.txt`: a list of all pages with summaries, for assistants. See llmstxt.org. */
export function llmsIndex(texts: Texts): string {
  const line = ({ path }: Page) => {
    const text = texts.get(path) ?? '';
    return `- [${titleOf(text)}](${BASE}${path}.md): ${summaryOf(text)}`;
  };
  const part = ({ title, pages }: Group) => `## ${title}\n\n${pages.map(line).join('\n')}`;
  const about = `# Trickle\n\n> ${SUMMARY}\n\n${CONVENTIONS}\n\nAll pages in one file: [llms-full.txt](${BASE}llms-full.txt)`;
  return `${[about, ...GROUPS.map(part)].join('\n\n')}\n`;
}

/** `llms-full.txt`: all pages in one Markdown file. */
export function llmsFull(texts: Texts): string {
  const pages = GROUPS.flatMap(({ pages }) => pages).filter((page) => page !== HOME);
  const parts = pages.map(({ path }) => `<!-- ${BASE}${path}.md -->\n\n${(texts.get(path) ?? '').trim()}`);
  return `${[`# Trickle\n\n${SUMMARY}\n\n${CONVENTIONS}`, ...parts].join('\n\n---\n\n')}\n`;
}
