import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

/**
 * The compiler's checkers share nothing: each of the usual four resolves the same types again, which takes 50 % more CPU
 * time.
 */
export const ONE_CHECKER = ['--checkers', '1'];

/** Builds the declarations of a package, with specifiers of the emitted files, and indented by one space like the code. */
export function buildDeclarations(folder: string, target = join(folder, 'dist')): void {
  const args = [compiler, '--project', 'tsconfig.build.json', '--outDir', target, ...ONE_CHECKER];
  const { status } = spawnSync(process.execPath, args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`The declarations of ${folder} could not be built.`);
  for (const name of globSync('**/*.d.ts', { cwd: target })) {
    const file = join(target, name);
    const declaration = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      declaration
        .replaceAll(/(['"]\.{1,2}\/[^'"\n]+)\.ts(['"])/g, '$1.js$2')
        .replaceAll(/^(?: {4})+/gm, (indent) => ' '.repeat(indent.length / 4)),
    );
  }
}
