import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ONE_CHECKER } from '../../../scripts/build/declarations.ts';
import { SIZE, writePrograms } from './account-program.ts';
import { DeclaredProject } from './declared-project.ts';

const compiler = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');

let project: DeclaredProject;
beforeAll(() => {
  project = new DeclaredProject();
});
afterAll(() => project?.[Symbol.dispose]());

const compile = (config: string, ...options: readonly string[]) =>
  spawnSync(process.execPath, [compiler, '--project', config, ...ONE_CHECKER, ...options], {
    encoding: 'utf8',
  });

/**
 * The compiler counts how often it puts types in for parameters, which does not depend on the machine. A union of all
 * events instead of a type parameter makes it count more than 1,000 for each call. `npm run bench -- types` measures the time.
 */
test('the types of an account with 5,000 tags and 500 events cost little for each call', () => {
  const { typed, plain } = writePrograms(project);
  const [more = Number.NaN, fewer = Number.NaN] = [typed, plain].map((config) => {
    const { stdout, status } = compile(config, '--extendedDiagnostics');
    expect(stdout).not.toContain('error TS');
    expect(status).toBe(0);
    return Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1]);
  });
  expect((more - fewer) / SIZE.calls).toBeLessThan(150);
});

test('modules of both kinds use the types of one account', () => {
  project.write('kinds/shop.ts', "export interface Shop { tags: 'vip' }\n");
  const head =
    "import type { Client } from '@trickle/sdk';\nimport type { Shop } from './shop.js' with { 'resolution-mode': 'import' };\n";
  const dist = join(project.folder, 'node_modules/@trickle/sdk/dist');
  cpSync(dist, join(project.folder, 'declarations'), { recursive: true });
  cpSync(join(project.folder, 'declarations'), join(dist, 'cjs'), { recursive: true });
  project.write('node_modules/@trickle/sdk/dist/cjs/package.json', '{ "type": "commonjs" }');
  project.write(
    'kinds/old.cts',
    `import sdk = require('@trickle/sdk');
import type { Shop } from './shop.js' with { 'resolution-mode': 'import' };
const client = sdk.createClient<Shop>();
void client.tags.apply({ email: 'a@x.io', tag: 'vip' });
// @ts-expect-error: misspelt
void client.tags.apply({ email: 'a@x.io', tag: 'vpi' });
`,
  );
  project.write(
    'kinds/new.mts',
    `${head}declare const client: Client<Shop>;
void client.tags.apply({ email: 'a@x.io', tag: 'vip' });
// @ts-expect-error: misspelt
void client.tags.apply({ email: 'a@x.io', tag: 'vpi' });
`,
  );
  const { stdout } = compile(
    project.configure('tsconfig.kinds.json', { files: ['kinds/old.cts', 'kinds/new.mts'] }),
  );
  expect(stdout).toBe('');
});
