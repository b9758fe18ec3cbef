import { existsSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { slugOf } from '../docs/site/links.ts';
import { filesAt, read, readJson, root } from '../setup/repository.ts';

const pages = filesAt('**/*.md');

interface Link {
  readonly text: string;
  /** Relative to the root of the repository. */
  readonly target: string;
  readonly anchor: string | undefined;
}

/** The links of a page to files of the repository. */
const linksOf = (page: string): Link[] =>
  Array.from(
    read(page)
      .replaceAll(/```[\s\S]*?```/g, '')
      .replaceAll(/`[^`\n]*`/g, 'code')
      .matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)/g),
    ([text, path = '', anchor]) => ({
      text,
      target: path === '' ? page : normalize(join(dirname(page), path)),
      anchor,
    }),
  );

/** The anchors of headings. A second equal heading has the suffix `-1`. */
function anchorsOf(page: string): Set<string> {
  const counts = new Map<string, number>();
  const anchors = Array.from(
    read(page)
      .replaceAll(/```[\s\S]*?```/g, '')
      .matchAll(/^#+ (.*)$/gm),
    ([, title = '']) => {
      const slug = slugOf(title);
      const count = counts.get(slug) ?? 0;
      counts.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    },
  );
  return new Set(anchors);
}

const isThere = ({ target, anchor }: Link) =>
  existsSync(join(root, target)) &&
  (anchor === undefined || (target.endsWith('.md') && anchorsOf(target).has(anchor)));

describe('the pages of the repository', () => {
  test('are found', () => expect(pages.length).toBeGreaterThan(40));

  test.each(pages)('%s links to what is there', (page) => {
    expect(linksOf(page).filter((link) => !isThere(link))).toEqual([]);
  });
});

describe.each(['sdk', 'cli', 'mock-server', 'browser-script'])('the published package %s', (name) => {
  const folder = `packages/${name}`;
  const { files }: { files: string[] } = readJson(`${folder}/package.json`);
  const shipped = ['README.md', 'LICENSE', 'package.json', ...files];
  const isShipped = (target: string) => {
    const path = relative(folder, target);
    return shipped.some((one) => path === one || path.startsWith(`${one}/`));
  };

  test('has every page that its pages link to', () => {
    const own = pages.filter((page) => page.startsWith(`${folder}/`) && isShipped(page));
    expect(own).toContain(`${folder}/README.md`);
    const lost = own.flatMap((page) =>
      linksOf(page)
        .filter(({ target }) => !isShipped(target))
        .map(({ text }) => `${page}: ${text}`),
    );
    expect(lost).toEqual([]);
  });
});
