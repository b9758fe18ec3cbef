import { contract, LIMITS } from '@trickle/sdk/contract';
import { describe, expect, test } from 'vitest';
import { NOUNS, SIDEBAR } from '../../packages/inspector/src/nouns.ts';
import { nextAttemptAt } from '../../packages/mock-server/src/domain/webhooks/attempts.ts';
import { filesAt, read, readJson } from '../setup/repository.ts';
import { document, operations } from './reference/document.ts';
import { llmsFull, llmsIndex } from './site/assistants.ts';
import { rewriteLinks, slugOf } from './site/links.ts';
import { PAGES, type Page } from './site/pages.ts';
import { forVitePress } from './site/vitepress.ts';
import { pageTexts } from './site/write-site.ts';

const texts = pageTexts();

describe('the pages of the site', () => {
  test('have titles and unique paths', () => {
    expect(new Set(PAGES.map(({ path }) => path)).size).toBe(PAGES.length);
    const untitled = PAGES.filter(({ path }) => path !== 'index' && !/^# \S/m.test(texts.get(path) ?? ''));
    expect(untitled).toEqual([]);
  });

  test('include every guide and every page of this folder', () => {
    const sources = PAGES.map(({ source }) => source);
    const files = filesAt('docs/**/*.md', 'packages/*/docs/**/*.md');
    const built = (file: string) => file.startsWith('docs/.vitepress/') || file === 'docs/README.md';
    expect(files.filter((file) => !built(file) && !sources.includes(file))).toEqual([]);
  });

  test('name each operation of the admin API, each member of a fault and each kind of seed', () => {
    const admin = texts.get('reference/admin-api') ?? '';
    const routes = operations.map(({ route }) => route).filter((route) => route.includes(' /_admin'));
    expect(routes.length).toBeGreaterThan(90);
    expect(routes.filter((route) => !admin.includes(`### ${route}\n`))).toEqual([]);
    const faults = texts.get('reference/faults') ?? '';
    const members = Object.keys(document.components.schemas.FaultInput?.properties ?? {});
    expect(members.length).toBeGreaterThan(20);
    expect(members.filter((name) => !faults.includes(`| \`${name}\` |`))).toEqual([]);
    expect(texts.get('reference/seeds')).toContain('\n## Campaign\n');
  });

  test('name every option of createServer and every flag of the command', () => {
    expect(texts.get('reference/server-options')).toContain('| `denyPrivateTargets` |');
    expect(texts.get('reference/server-command')).toContain('--deny-private-targets');
  });

  test('have headings with the words that readers search for', () => {
    const headings = [...texts.values()].flatMap((text) => text.match(/^##? .+$/gm) ?? []).join('\n');
    const searched =
      'authentication|getting started|idempotency|logging|pagination|rate limit|retry|troubleshooting';
    for (const word of searched.split('|')) expect(headings.toLowerCase()).toContain(word);
  });

  test('have pictures with the sidebar of the product; if this fails, run npm run pictures', () => {
    const titles = SIDEBAR.flatMap(([, nouns]) => nouns.map((noun) => NOUNS[noun].title));
    expect(readJson('docs/pictures/sidebar.json')).toEqual([...titles, 'API reference', 'Website']);
  });

  test('show angle brackets and braces literally, and line breaks and keys as elements', () => {
    expect(forVitePress('a <b> {{ c }}<br><kbd>K</kbd> `<i>` ``<`j`>``')).toBe(
      'a &lt;b> &#123;&#123; c }}<br><kbd>K</kbd> `<i>` ``<`j`>``',
    );
  });

  test('have tabs, pictures for both schemes and drawings as parts of the page', () => {
    const tabs = forVitePress('<!-- tabs -->\n\n**curl**\n\n```sh\ncurl\n```\n\n<!-- /tabs -->\n');
    expect(tabs).toBe(':::tabs key:language\n\n== curl\n\n```sh\ncurl\n```\n\n:::\n');
    const pictures = forVitePress('![The overview](../pictures/overview.png)');
    expect(pictures.match(/src="[^"]+" alt="The overview"/g)).toEqual([
      'src="../pictures/overview.png" alt="The overview"',
      'src="../pictures/overview-dark.png" alt="The overview"',
    ]);
    expect(forVitePress('![Waits](../pictures/retries.svg)')).toMatch(
      /^<svg role="img" aria-label="Waits" [^<]*<text/,
    );
  });

  test('draw the real number of webhook attempts', () => {
    const attempts = [{ at: 0 }];
    for (let at: number | undefined = 0; at !== undefined; at = nextAttemptAt(attempts, 0.5)) {
      if (at > 0) attempts.push({ at });
    }
    expect(read('docs/pictures/retries.svg').match(/<circle [^>]*r="4"/g)).toHaveLength(attempts.length);
  });
});

describe('the links of a page', () => {
  const page: Page = { path: 'guides/limits', source: 'packages/sdk/docs/guides/limits.md' };
  const nowhere = () => undefined;
  const rewrite = (text: string) => rewriteLinks(text, page, nowhere);

  test('lead to the other page on the site, with the heading', () => {
    expect(rewrite('[a](webhooks.md#duplicates)')).toBe('[a](./webhooks.md#duplicates)');
    expect(rewrite('[a](../sdk.md)')).toBe('[a](../reference/sdk.md)');
    expect(rewrite('[a](../../../../SECURITY.md)')).toBe('[a](../security.md)');
  });

  test('lead to the source of another file, or become text if its address is unknown', () => {
    expect(rewrite('[a](../../../../examples/oauth-app)')).toBe('a');
    const github = (file: string) => `https://example.com/${file}`;
    expect(rewriteLinks('[a](../../package.json)', page, github)).toBe(
      '[a](https://example.com/packages/sdk/package.json)',
    );
  });

  test('lead to the pictures of the site', () => {
    expect(rewrite('![a](../../../../docs/pictures/form.png)')).toBe('![a](../pictures/form.png)');
    const results: Page = { path: 'measurements', source: 'bench/results.md' };
    expect(rewriteLinks('![a](../docs/pictures/b.svg)', results, nowhere)).toBe('![a](./pictures/b.svg)');
  });

  test('stay as they are outside of the repository, within the page and in code', () => {
    const kept = ['[a](https://example.com)', '[a](#b)', '```md\n[a](nothing.md)\n```'];
    for (const text of kept) expect(rewrite(text)).toBe(text);
  });

  test("use GitHub's ids of headings", () => {
    expect(slugOf('What’s in `it`? {id}')).toBe('whats-in-it-id');
    expect(slugOf('POST /_admin/reset')).toBe('post-_adminreset');
  });
});

describe('the files for assistants', () => {
  test('list every page with a sentence about it', () => {
    const lines = llmsIndex(texts).match(/^- \[.+\]\(\/[\w/-]+\.md\): \S.*$/gm);
    expect(lines).toHaveLength(PAGES.length - 1); // without the start page
  });

  test('contain every page in one file', () => {
    const all = llmsFull(texts);
    expect(PAGES.slice(1).filter(({ path }) => !all.includes(`<!-- /${path}.md -->`))).toEqual([]);
  });
});

describe('the numbers on the pages', () => {
  const count = Object.values(contract).flatMap((noun) => Object.keys(noun)).length;
  const measured = read('bench/results.md');

  test('of operations are those of the contract', () => {
    expect(read('docs/index.md')).toContain(`each of the ${count} operations`);
    expect(read('README.md')).toContain(`: ${count} operations, `);
  });

  test('of limits are those of the interface', () => {
    const { individualRequestsPerHour, batchRequestsPerHour, batchUpdatesPerHour } = LIMITS;
    for (const limit of [individualRequestsPerHour, batchRequestsPerHour, batchUpdatesPerHour]) {
      expect(read('docs/explain/rate-limits.md')).toContain(`| ${limit.toLocaleString('en')} per hour |`);
    }
  });

  test('of rows of the interface are those of the page that lists them', () => {
    const [proven = 'no rows'] = /\d+ of \d+ rows/.exec(read('docs/conformance.md')) ?? [];
    expect(read('docs/explain/fidelity.md')).toContain(proven);
    expect(read('README.md')).toContain(
      `, and ${Number.parseInt(proven, 10)} rows of the interface with a test each`,
    );
  });

  test('of measurements are in the results', () => {
    const page = read('docs/compare.md');
    const numbers = page.match(
      /\b\d[\d,]*(?= requests per second|, json| and Mockoon| MB|, Mockoon| to |\)| with)/g,
    );
    const plain = (numbers ?? []).map((number) => number.replaceAll(',', ''));
    expect(plain.length).toBeGreaterThan(6);
    expect(plain.filter((number) => !new RegExp(`\\b${number}\\b`).test(measured))).toEqual([]);
    const [, memory = ''] = /^\| trickle-server, built \| \d+ \| (\d+) \|$/m.exec(measured) ?? [];
    const rounded = Math.round(Number(memory) / 10) * 10;
    expect(read('docs/guides/team-sandbox.md')).toContain(`about ${rounded} MB of memory`);
    const [, size = ''] = /^\| trickle \| (\d+) \|/m.exec(measured) ?? [];
    for (const page of ['docs/index.md', 'README.md']) {
      expect(read(page)).toContain(`${Math.round(Number(size) / 1000)} kB, no dependencies`);
    }
  });
});
