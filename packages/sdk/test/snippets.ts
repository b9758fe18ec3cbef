import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'amaro';
import { ONE_CHECKER } from '../../../scripts/build/declarations.ts';
import { TIME_LIMIT } from '../../../scripts/setup/time-limit.ts';

const root = join(import.meta.dirname, '../../..');

/** The kind of a TypeScript block; `parts` of a program are only read. */
type BlockMark = 'run' | 'test' | 'compile' | 'parts';

/** The TypeScript blocks of a Markdown file that are marked `<!-- run -->`, or otherwise. */
export function blocksOf(file: string, mark: BlockMark = 'run'): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const blocks = text.matchAll(new RegExp(`<!-- ${mark} -->\\s*\`\`\`ts\\n(.*?)\`\`\``, 'gs'));
  return Array.from(blocks, ([, code = '']) => code);
}

/** The blocks as one program, for a guide whose later blocks use what the earlier ones made. */
export const programOf = (file: string, mark?: BlockMark) => blocksOf(file, mark).join('\n');

/** The result of a run of Node. */
export interface Run {
  readonly status: number | null;
  readonly output: string;
}

/** The arguments with which Node.js runs sources as they are. */
export const RUN = ['--conditions=trickle-source', '--no-warnings'];

// Snippets call a service; the reference server stands in for it.
const service = `import { createServer as startService } from '@trickle/mock-server';
const service = await startService();
globalThis.fetch = service.connection.fetch;
`;

/** TypeScript programs that are compiled together, which takes hardly longer than one, and run one at a time. */
export class Programs implements Disposable {
  /** Below node_modules, where no other tool looks and packages are still found. */
  readonly folder: string;
  readonly #complaints: readonly string[];

  /** @param programs The code of each, by name. */
  constructor(programs: Readonly<Record<string, string>>) {
    const cache = join(root, 'node_modules/.cache');
    mkdirSync(cache, { recursive: true });
    this.folder = mkdtempSync(join(cache, 'snippets-'));
    for (const [name, code] of Object.entries(programs)) {
      const asModule = `${code}\nexport {};\n`;
      writeFileSync(join(this.folder, `${name}.ts`), asModule);
      writeFileSync(join(this.folder, `${name}.mjs`), transformSync(asModule, { mode: 'strip-only' }).code);
    }
    const include = Object.keys(programs).map((name) => `${name}.ts`);
    const settings = { extends: join(root, 'tsconfig.json'), include, exclude: [] };
    writeFileSync(join(this.folder, 'tsconfig.json'), JSON.stringify(settings));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { output } = node([compiler, '--project', this.folder, ...ONE_CHECKER]);
    this.#complaints = output.split('\n').filter((line) => line !== '');
  }

  /** The compiler's complaints about a program. */
  complaints(name: string): string[] {
    return this.#complaints.filter((line) => line.includes(`/${name}.ts(`) || line.startsWith(`${name}.ts(`));
  }

  /** Every complaint of the compiler, also those that name no program. */
  get allComplaints(): readonly string[] {
    return this.#complaints;
  }

  /** Runs a program with the reference server behind the runtime's `fetch`. */
  run(name: string): Run {
    const file = join(this.folder, `${name}.mjs`);
    writeFileSync(file, service + readFileSync(file, 'utf8'));
    return node([...RUN, file]);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** Runs Node.js with the given arguments. */
export function node(given: readonly string[]): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, given, {
    encoding: 'utf8',
    timeout: TIME_LIMIT,
  });
  return { status, output: stdout + stderr };
}
