import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'amaro';

const root = join(import.meta.dirname, '../../..');

/** What becomes of a TypeScript block; `parts` of a program are only read. */
type BlockMark = 'run' | 'test' | 'compile' | 'parts';

/** The TypeScript blocks of a Markdown file that are marked `<!-- run -->`, or otherwise. */
export function blocksOf(file: string, mark: BlockMark = 'run'): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const blocks = text.matchAll(new RegExp(`<!-- ${mark} -->\\s*\`\`\`ts\\n(.*?)\`\`\``, 'gs'));
  return Array.from(blocks, ([, code = '']) => code);
}

/** The blocks as one program, for a guide whose later blocks use what the earlier ones made. */
export const programOf = (file: string, mark?: BlockMark) => blocksOf(file, mark).join('\n');

/** What a run of Node ended with. */
export interface Run {
  readonly status: number | null;
  readonly output: string;
}

// Snippets speak of a service; the reference server stands in for it.
const service = `import { createServer as startService } from '@trickle/mock-server';
const service = await startService();
globalThis.fetch = service.connection.fetch;
`;

/** Compiles a program, then runs it with the reference server behind the runtime's `fetch`. */
export const compileAndRun = (program: string) =>
  inFolder({ snippet: `export {};\n${program}` }, (folder, { snippet }) => {
    writeFileSync(join(folder, 'snippet.mjs'), service + snippet);
    return [...RUN, join(folder, 'snippet.mjs')];
  });

/** What Node needs to run sources as they are. */
export const RUN = ['--conditions=trickle-source', '--no-warnings'];

/** Compiles a file of tests, then has Vitest run them. */
export const compileAndTest = (program: string) =>
  inFolder({ 'snippet.test': program }, (folder) => {
    const config = join(folder, 'vitest.config.ts');
    const test = JSON.stringify({ root: folder, include: ['*.test.ts'] });
    const shared = JSON.stringify(join(root, 'vitest.config.ts'));
    writeFileSync(config, `import shared from ${shared};\nexport default { ...shared, test: ${test} };\n`);
    return [join(root, 'node_modules/vitest/vitest.mjs'), 'run', `--config=${config}`];
  });

/** Compiles programs in a folder of their own, then has Node run what `prepare` makes of their JavaScript. */
export function inFolder<Name extends string>(
  programs: Readonly<Record<Name, string>>,
  prepare: (folder: string, stripped: Readonly<Record<Name, string>>) => readonly string[],
): { compiled: Run; ran: Run } {
  // Below node_modules no other tool looks, and the packages are still found.
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'snippets-'));
  try {
    const stripped: Record<string, string> = {};
    for (const [name, code] of Object.entries<string>(programs)) {
      writeFileSync(join(folder, `${name}.ts`), code);
      stripped[name] = transformSync(code, { mode: 'strip-only' }).code;
    }
    const include = Object.keys(programs).map((name) => `${name}.ts`);
    const settings = { extends: join(root, 'tsconfig.json'), include, exclude: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const compiled = node([join(root, 'node_modules/typescript/bin/tsc'), '--project', folder]);
    return { compiled, ran: node(prepare(folder, stripped as Record<Name, string>)) }; // each name is in it
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function node(given: readonly string[]): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, given, {
    encoding: 'utf8',
    timeout: 50_000,
  });
  return { status, output: stdout + stderr };
}
