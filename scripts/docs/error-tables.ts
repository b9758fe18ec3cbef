import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as server from '@trickle/mock-server';
import * as msw from '@trickle/mock-server/msw';
import * as sdk from '@trickle/sdk';
import * as content from '@trickle/sdk/content';
import { VALIDATION_CODES } from '@trickle/sdk/contract';
import * as oauth from '@trickle/sdk/oauth';
import * as webhooks from '@trickle/sdk/webhooks';
import { table } from './reference/table.ts';
import { commentBefore, oneLine, withoutLinks } from './syntax.ts';

const root = join(import.meta.dirname, '../..');

/** A page, with its tables of errors, codes and exit codes made from their declarations. */
export const withErrorTables = (page: string): string =>
  page.replaceAll(
    /(<!-- all ([\w ]+) -->\n\n)[\s\S]*?(?=\n\n<!-- end -->)/g,
    (_, start: string, name: string) => start + tableOf(name),
  );

function tableOf(name: string): string {
  if (name === 'errors of the SDK') return errorTable('sdk', { ...sdk, ...content, ...oauth, ...webhooks });
  if (name === 'errors of the server') return errorTable('mock-server', { ...server, ...msw });
  if (name === 'codes') return codeTable();
  if (name === 'exit codes') return exitCodeTable();
  throw new Error(`There is no table '${name}'.`);
}

/** The classes of errors that a package exports, with the first paragraph of their comments. */
function errorTable(packageName: string, exports: object): string {
  const source = sourceOf(`packages/${packageName}/src/**/*.ts`);
  const classes = Object.entries(exports).filter(([, value]) => value.prototype instanceof Error);
  return table(
    ['Error', 'Meaning'],
    classes
      .map(([name]) => name)
      .sort()
      .map((name) => [`\`${name}\``, commentOf(name, source)]),
  );
}

function commentOf(name: string, source: string): string {
  const comment = commentBefore(source, source.search(new RegExp(`export class ${name}\\b`)));
  if (comment === '') throw new Error(`The class ${name} has no comment.`);
  const [first = ''] = comment.split('\n\n');
  return withoutLinks(oneLine(first)).replaceAll(/ \(U-\d+\)/g, '');
}

const codeTable = () =>
  table(
    ['Code', 'The attribute …'],
    Object.entries(VALIDATION_CODES).map(([code, text]) => [`\`${code}\``, text]),
  );

function exitCodeTable(): string {
  const source = sourceOf('packages/cli/src/terminal/exit-signal.ts');
  const codes = source.matchAll(/\/\*\* (.*)\. \*\/\n {2}\w+: (\d+),/g);
  return table(
    ['Code', 'Meaning'],
    Array.from(codes, ([, meaning, code]) => [code, meaning]),
  );
}

const sourceOf = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ['**/*.test.ts'] })
    .sort()
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
