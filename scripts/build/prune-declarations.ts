import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const specifiers = /(?:from|import)\s*\(?['"](\.[^'"]+)\.js['"]/g;

/** The declarations that cannot be reached from a package's entries, as paths in its folder. */
export function unusedDeclarations(folder: string): string[] {
  const declarations = globSync('dist/**/*.d.ts', { cwd: folder, exclude: ['dist/cjs/**'] });
  const used = new Set<string>();
  const open = entriesOf(folder);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const path = join(folder, file);
    if (used.has(file) || !existsSync(path)) continue;
    used.add(file);
    for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(specifiers)) {
      open.push(join(dirname(file), `${target}.d.ts`));
    }
  }
  return declarations.filter((file) => !used.has(file));
}

/** Removes declarations that no user of a package can reach. */
export function pruneDeclarations(folder: string): void {
  for (const file of unusedDeclarations(folder)) rmSync(join(folder, file));
}

/** The declarations named in `exports`, relative to the package. */
function entriesOf(folder: string): string[] {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  return Array.from(manifest.matchAll(/"types": "\.\/(dist\/(?!cjs\/)[^"]+)"/g), ([, file = '']) =>
    join(file),
  );
}
