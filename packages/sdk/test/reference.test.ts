import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createClient } from '@trickle/sdk';
import { WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import { describe, expect, test } from 'vitest';
import { readMethods } from '../../../scripts/docs/reference/methods.ts';
import { referencePages } from '../../../scripts/docs/reference/pages.ts';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The exports of the entries, except the contract, whose names are those of the interface. */
const exported = ['index', 'content/index', 'oauth/index', 'redis/index', 'telemetry/index', 'webhooks/index']
  .flatMap((entry) => [...read(`packages/sdk/src/${entry}.ts`).matchAll(/export (?:type )?\{(.*?)\}/gs)])
  .flatMap(([, list = '']) => list.split(',').map((name) => name.trim().replace(/^.* as |^type /, '')))
  .filter((name) => name !== '');

const guides = 'packages/sdk/docs';
const documents = ['docs', guides, `${guides}/guides`, `${guides}/reference`].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`),
);

describe('the reference', () => {
  test('equals the output of `npm run generate`', () => {
    const pages = referencePages();
    const folder = join(root, 'packages/sdk/docs/reference');
    expect(readdirSync(folder).sort()).toEqual([...pages.keys()].sort());
    for (const [name, text] of pages) expect(read(`packages/sdk/docs/reference/${name}`)).toBe(text);
  });

  test('describes the request, the result, the rate limit and the errors of each method', () => {
    const pages = [...referencePages()].filter(([name]) => !/^README|records|events|options/.test(name));
    for (const [, text] of pages) {
      for (const part of text.split('\n## ').slice(1)) {
        expect(part).toMatch(
          /\*\*Result\*\*: `[\s\S]*\*\*Interface\*\*: \w[\s\S]*\*\*Errors\*\*\n\n- [\s\S]*```ts\n\S/,
        );
        if (part.includes('client.'))
          expect(part).toMatch(/\*\*Request\*\*[\s\S]*\*\*Rate limit\*\*[\s\S]*\*\*Retries\*\*/);
      }
    }
  });

  test('has the events, the errors and every object of options', () => {
    expect(exported.length).toBeGreaterThan(100);
    const events = read('packages/sdk/docs/reference/webhook-events.md');
    expect(WEBHOOK_EVENTS.filter((event) => !events.includes(`| \`${event}\` |`))).toEqual([]);
    const errors = read('packages/sdk/docs/guides/errors.md');
    const classes = exported.filter((name) => name.endsWith('Error'));
    expect(classes.length).toBeGreaterThan(15);
    const missing = classes.filter((name) => !errors.includes(`\n### ${name}\n`));
    expect(missing).toEqual(['TrickleError']);
    const options = read('packages/sdk/docs/reference/options.md');
    const objects = exported.filter((name) => name.endsWith('Options'));
    expect(objects.filter((name) => !options.includes(`## ${name}\n`))).toEqual([]);
  });
});

describe('the page of options', () => {
  const optionsOf = (title: string) => {
    const [, part = ''] = read('packages/sdk/docs/reference/options.md').split(`\n## ${title}\n`);
    const [own = ''] = part.split('\n## ');
    return Array.from(own.matchAll(/^\| `(\w+)` \|/gm), ([, name = '']) => name);
  };

  test('lists exactly the options of a client and a call', () => {
    const given = { baseUrl: 'https://api.test', apiKey: 'k', accountId: '1' };
    for (const name of optionsOf('ClientOptions')) {
      if (!(name in given))
        expect(createClient({ ...given, [name]: undefined })).toHaveProperty('subscribers');
    }
    const source = read('packages/sdk/src/options.ts');
    const [, lists = ''] = /\nconst SHARED = ([\s\S]*?)\n\n/.exec(source) ?? [];
    const accepted = Array.from(lists.matchAll(/'(\w+)'/g), ([, name = '']) => name);
    expect(accepted.length).toBeGreaterThan(12);
    const documented = [...optionsOf('ClientOptions'), ...optionsOf('CallOptions')];
    const values = ['tolerant', 'warn', 'strict'];
    expect(accepted.filter((name) => !values.includes(name) && !documented.includes(name))).toEqual([]);
  });
});

describe('the guide to migrating from older clients', () => {
  test('names all methods, and no others', () => {
    const client = createClient({ baseUrl: 'https://api.test', apiKey: 'k' });
    const isMethod = (name: string) => {
      const [noun = '', method = ''] = name.split('.');
      const owner = (client as unknown as Record<string, Record<string, unknown> | undefined>)[noun];
      return typeof owner?.[method] === 'function';
    };
    const [, names = ''] = read('packages/sdk/docs/guides/migrating.md').split('\n## Names\n');
    const rows = Array.from(names.matchAll(/^\| (`.*) \| (`.*) \|$/gm), ([, , right = '']) => right);
    const named = rows.flatMap((row) => Array.from(row.matchAll(/`([^`]+)`/g), ([, name = '']) => name));
    expect(rows.length).toBeGreaterThan(90);
    expect(named.filter((name) => !isMethod(name))).toEqual([]);
    const operations = readMethods().filter(
      ({ noun, name }) => noun !== 'oauth' && !/(?:cart|product)(?:Batch|Many)$/.test(name),
    );
    expect(operations.filter(({ noun, name }) => !named.includes(`${noun}.${name}`))).toEqual([]);
  });
});

describe('the documents', () => {
  test('name every export of the package in the guide', () => {
    const guide = read('packages/sdk/docs/sdk.md');
    expect(exported.filter((name) => !new RegExp(`\\b${name}\\b`).test(guide))).toEqual([]);
  });

  test('are all listed in docs/README.md', () => {
    const list = read('docs/README.md');
    const others = documents.filter((file) => !/^docs\/(?:README|index)|\/reference\/(?!README)/.test(file));
    expect(others.length).toBeGreaterThan(12);
    expect(others.filter((file) => !list.includes(`(${relative('docs', file)})`))).toEqual([]);
  });
});
