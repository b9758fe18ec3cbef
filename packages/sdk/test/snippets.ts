import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'amaro';

const root = join(import.meta.dirname, '../../..');

/** The TypeScript blocks of a Markdown file that are marked `<!-- run -->`. */
export function blocksOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return Array.from(text.matchAll(/<!-- run -->\s*```ts\n(.*?)```/gs), ([, code = '']) => code);
}

/** The blocks as one program, for a guide whose later blocks use what the earlier ones made. */
export const programOf = (file: string) => blocksOf(file).join('\n');

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

/** Compiles a program, then runs it with the reference server behind the runtime's \`fetch\`. */
export function compileAndRun(program: string): { compiled: Run; ran: Run } {
  // Below node_modules no other tool looks, and the packages are still found.
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'snippets-'));
  try {
    const code = `export {};\n${program}`;
    writeFileSync(join(folder, 'snippet.ts'), code);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['snippet.ts'], exclude: [] }),
    );
    const compiled = node([join(root, 'node_modules/typescript/bin/tsc'), '--project', folder]);
    writeFileSync(join(folder, 'snippet.mjs'), service + transformSync(code, { mode: 'strip-only' }).code);
    const ran = node(['--conditions=trickle-source', '--no-warnings', join(folder, 'snippet.mjs')]);
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
