import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

interface Rule {
  /** Why the files must not do it; the name of the test. */
  because: string;
  files: RegExp;
  except?: RegExp;
  /** What their text must not contain. */
  never: RegExp;
}

/** An import of values or of types: `specifier` is a regular expression of the text between the quotes. */
const importOf = (specifier: string) =>
  new RegExp(String.raw`(?:\bfrom|\bimport\(?)\s*['"](?:${specifier})['"]`);

const server = (folders: string) => new RegExp(`^packages/mock-server/src/(?:${folders})`);

const rules: Rule[] = [
  {
    because: 'the SDK knows neither the server nor Node.js',
    files: /^packages\/sdk\/src\//,
    except: /^packages\/sdk\/src\/cli\//,
    never: importOf('@trickle/.*|node:.*'),
  },
  {
    because: 'the library does not know its command line',
    files: /^packages\/sdk\/src\//,
    except: /^packages\/sdk\/src\/cli\//,
    never: importOf('(?:\\.\\.?/)+cli/.*'),
  },
  {
    because: 'the command line uses the library as everybody does, by its entries',
    files: /^packages\/sdk\/src\/cli\//,
    never: importOf(
      '(?:\\.\\./)+(?!call/|connection/|csv/|export/|files/|import/|json-of\\.ts|operations/|tail/|terminal/).*|@trickle/(?!sdk).*',
    ),
  },
  {
    because: 'the contract stands alone, but for zod/mini',
    files: /^packages\/sdk\/src\/contract\//,
    never: importOf('(?!zod/mini)[^.].*|\\.\\./\\.\\./.*'),
  },
  {
    because: 'zod is imported as a namespace, and as zod/mini, so that a bundle holds what it uses',
    files: /^packages\/[^/]+\/src\//,
    never: /import\s+(?!type\b|\* as z from 'zod\/mini')[^;'"]*from\s+['"]zod(?:\/[^'"]*)?['"]/,
  },
  {
    because: 'the page script takes only types from the SDK, and nothing else',
    files: /^packages\/browser-script\/src\//,
    never: /import\s+(?!type\b)[^;'"]*from\s+['"][^.'"][^'"]*['"]/,
  },
  {
    because: 'the server takes only the contract from the SDK',
    files: server(''),
    never: importOf('@trickle/sdk(?!/contract).*'),
  },
  {
    because: 'only the edges of the server know Hono',
    files: server(''),
    except: server('http|inspector|admin|docs|script-host|oauth|mail/routes'),
    never: importOf('@?hono.*'),
  },
  {
    because: 'rules and storage never see HTTP',
    files: server('domain|store|jobs'),
    never: importOf(
      '(?:\\.\\./)+(?:http|api|inspector|admin|script-host|oauth|mail/routes)(?:/.*|\\.ts)|node:https?',
    ),
  },
  {
    because: 'storage does not know the rules',
    files: server('store'),
    never: importOf('(?:\\.\\./)+domain/.*'),
  },
  {
    because: 'handlers are called by the edges and never call them',
    files: server('api'),
    never: importOf('(?:\\.\\./)+(?:inspector|admin|script-host|docs)/.*'),
  },
  {
    because: 'only the world of a server reads the clock, makes ids, waits or throws dice',
    files: server(''),
    except: server('world\\.ts'),
    never:
      /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bset(?:Timeout|Interval|Immediate)\(|\brandom(?:UUID|Bytes)\b|\bgetRandomValues\b|\bperformance\.now\b|node:timers/,
  },
];

const root = join(import.meta.dirname, '..');
const sources = globSync('packages/*/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).map((file) => ({
  file: file.replaceAll('\\', '/'),
  text: readFileSync(join(root, file), 'utf8'),
}));

const breaks = ({ files, except, never }: Rule, file: string, text: string) =>
  files.test(file) && !except?.test(file) && never.test(text);

describe('architecture', () => {
  test.each(rules)('$because', (rule) => {
    expect(sources.filter(({ file, text }) => breaks(rule, file, text)).map(({ file }) => file)).toEqual([]);
  });

  // Each line breaks exactly one rule, so that a rule which catches nothing is noticed.
  test.each([
    ['packages/sdk/src/client.ts', "import { createServer } from '@trickle/mock-server';"],
    ['packages/sdk/src/client.ts', "import { main } from './cli/main.ts';"],
    ['packages/sdk/src/cli/whoami.ts', "import { createClient } from '../client.ts';"],
    ['packages/sdk/src/cli/tail/sandbox.ts', "import { Transport } from '../../transport/transport.ts';"],
    ['packages/sdk/src/contract/forms.ts', "import ky from 'ky';"],
    ['packages/sdk/src/input/check.ts', "import { z } from 'zod/mini';"],
    ['packages/browser-script/src/queue.ts', "import { contract } from '@trickle/sdk/contract';"],
    ['packages/mock-server/src/server.ts', "import { createClient } from '@trickle/sdk';"],
    ['packages/mock-server/src/domain/tags.ts', "import type { Context } from 'hono';"],
    ['packages/mock-server/src/domain/tags.ts', "import { notFound } from '../http/refusals.ts';"],
    ['packages/mock-server/src/store/tags.ts', "import { context } from '../domain/context.ts';"],
    ['packages/mock-server/src/api/tags.ts', "import { assets } from '../script-host/assets.ts';"],
    ['packages/mock-server/src/domain/time.ts', 'const now = Date.now();'],
  ])('a line in %s is caught: %s', (file, line) => {
    expect(rules.filter((rule) => breaks(rule, file, line))).toHaveLength(1);
  });

  test('looks at every package', () => {
    expect(new Set(sources.map(({ file }) => file.split('/')[1]))).toEqual(
      new Set(['browser-script', 'mock-server', 'sdk']),
    );
  });
});
