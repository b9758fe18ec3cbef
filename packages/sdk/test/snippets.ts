import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'amaro';

const root = join(import.meta.dirname, '../../..');

/** The TypeScript blocks of a Markdown file that are marked `<!-- run -->`, or `<!-- test -->`. */
export function blocksOf(file: string, mark: 'run' | 'test' = 'run'): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const blocks = text.matchAll(new RegExp(`<!-- ${mark} -->\\s*\`\`\`ts\\n(.*?)\`\`\``, 'gs'));
  return Array.from(blocks, ([, code = '']) => code);
}

/** The blocks as one program, for a guide whose later blocks use what the earlier ones made. */
export const programOf = (file: string, mark?: 'run' | 'test') => blocksOf(file, mark).join('\n');

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
  inFolder(`export {};\n${program}`, 'snippet', (folder, code) => {
    writeFileSync(join(folder, 'snippet.mjs'), service + code);
    return ['--conditions=trickle-source', '--no-warnings', join(folder, 'snippet.mjs')];
  });

/** Compiles a file of tests, then has Vitest run them. */
export const compileAndTest = (program: string) =>
  inFolder(program, 'snippet.test', (folder) => {
    const shared = JSON.stringify(join(root, 'vitest.config.ts'));
    const config = `import shared from ${shared};\nexport default { ...shared, test: { root: ${JSON.stringify(folder)}, include: ['*.test.ts'] } };\n`;
    writeFileSync(join(folder, 'vitest.config.ts'), config);
    return [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      `--config=${join(folder, 'vitest.config.ts')}`,
    ];
  });

/** Compiles a program in a folder of its own, then runs what `prepare` says. */
function inFolder(
  program: string,
  name: string,
  prepare: (folder: string, code: string) => readonly string[],
): { compiled: Run; ran: Run } {
  // Below node_modules no other tool looks, and the packages are still found.
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'snippets-'));
  try {
    writeFileSync(join(folder, `${name}.ts`), program);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(root, 'tsconfig.json'), include: [`${name}.ts`], exclude: [] }),
    );
    const compiled = node([join(root, 'node_modules/typescript/bin/tsc'), '--project', folder]);
    const ran = node(prepare(folder, transformSync(program, { mode: 'strip-only' }).code));
    return { compiled, ran };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function node(given: readonly string[]): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, given, {
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, output: stdout + stderr };
}
