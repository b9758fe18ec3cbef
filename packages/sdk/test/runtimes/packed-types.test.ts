import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ONE_CHECKER } from '../../../../scripts/build/declarations.ts';
import { PackedProject } from '../../../../scripts/verify/packed-project.ts';
import { blocksOf } from '../snippets.ts';
import { absenceOf, compilers } from './compilers.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The file that lists the programs that compile and those that do not. */
const typeTests = ['types.test-d.ts', 'receiving-types.test-d.ts', 'typed-client.test-d.ts'];

/** Documents whose snippets a reader pastes. Code that needs the reference server is tried with it. */
const documents = [
  'packages/sdk/README.md',
  'packages/sdk/docs/sdk.md',
  'packages/sdk/docs/guides/bulk.md',
  'packages/sdk/docs/guides/webhooks.md',
];
const snippetsOf = (file: string) =>
  blocksOf(file)
    .filter((code) => !code.includes('@trickle/mock-server'))
    .join('\n');

const resolutions = {
  node16: { module: 'node16', moduleResolution: 'node16' },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};
const options = {
  target: 'es2024',
  lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: ['node'],
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  // Declarations of dependencies are checked as well: a user may not leave them out.
  skipLibCheck: false,
  // The compiler's own declarations are not: the package declares nothing global, so it cannot break them.
  skipDefaultLibCheck: true,
};

let project: PackedProject;

beforeAll(() => {
  project = new PackedProject();
  project.install(here('../..'));
  for (const dependency of ['@types/node', 'undici-types', '@opentelemetry/api']) project.link(dependency);
  for (const name of typeTests) project.write(name, readFileSync(here(`../${name}`), 'utf8'));
  documents.forEach((file, i) => {
    project.write(`document${i}.ts`, `export {};\n${snippetsOf(file)}`);
  });
  project.write('package.json', '{ "type": "module" }');
  project.write('wrong.ts', "import { createClient } from '@trickle/sdk';\ncreateClient({ baseUrl: 5 });\n");
});
afterAll(() => project?.[Symbol.dispose]());

describe.each(compilers)('$name', ({ executable, nodeResolution, isNewest }) => {
  const absence = absenceOf(executable);
  const isLeftOut = absence !== undefined && !process.env.CI;
  if (isLeftOut) console.warn(absence);

  // The step `packages` resolves each entry in every way; a compiler reads the same files in both.
  const resolutions = isNewest ? ([nodeResolution, 'bundler'] as const) : [nodeResolution];
  test.skipIf(isLeftOut).each(resolutions)(
    'takes the packed declarations, the type tests and the snippets of the docs, resolved as by %s',
    (resolution) => {
      expect(absence).toBeUndefined();
      const told = compile(executable, resolution, isNewest);
      const [onPurpose, ...others] = told
        .split('\n')
        .filter((line) => line.includes('error TS'))
        .reverse();
      expect(others).toEqual([]);
      expect(onPurpose).toMatch(/^wrong\.ts\(2,16\): error TS2322: Type 'number' is not assignable/);
    },
  );
});

/** The compiler's output about the project. */
function compile(compiler: string, resolution: keyof typeof resolutions, isNewest: boolean): string {
  const compilerOptions = { ...options, ...resolutions[resolution] };
  const files = [...typeTests, ...documents.map((_, i) => `document${i}.ts`), 'wrong.ts'];
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
  const more = isNewest ? ONE_CHECKER : [];
  const given = [compiler, '--pretty', 'false', '--project', 'tsconfig.json', ...more];
  const { stdout, stderr } = spawnSync(process.execPath, given, { cwd: project.folder, encoding: 'utf8' });
  return stdout + stderr;
}
