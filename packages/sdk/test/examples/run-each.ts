import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'amaro';

const root = join(import.meta.dirname, '../../../..');

/** What a program printed, line by line, and the error that ended it. */
export interface Outcome {
  readonly printed: readonly string[];
  readonly error?: string;
}

/** What every example takes for granted. */
const preamble = `import { createClient } from '@trickle/sdk';
import { createOAuth } from '@trickle/sdk/oauth';
const baseUrl = 'https://api.example.com';
const client = createClient({ baseUrl, accountId: '9999999', apiKey: 'trickle_demo_token' });
const redirectUri = 'https://app.example.com/callback';
const oauth = createOAuth({ authUrl: baseUrl, clientId: 'app1', clientSecret: 'hush-hush', redirectUri });
void [client, oauth];
`;

/** Runs each program on a server with the seed as it was, behind the runtime's `fetch`. */
const runner = `import { readFileSync } from 'node:fs';
import { format } from 'node:util';
import { createServer } from '@trickle/mock-server';
const [names, seedFile] = process.argv.slice(2);
const server = await createServer({ seed: JSON.parse(readFileSync(seedFile, 'utf8')) });
globalThis.fetch = server.connection.fetch;
const outcomes = {};
for (const name of names.split(',')) {
  await server.reset();
  const printed = [];
  console.log = (...given) => printed.push(format(...given));
  try {
    await import('./' + name + '.mjs');
    outcomes[name] = { printed };
  } catch (error) {
    outcomes[name] = { printed, error: String(error) };
  }
}
process.stdout.write(JSON.stringify(outcomes));
process.exit();
`;

/** Compiles programs, together, and then runs each by itself. Gives what the compiler says, and the outcomes. */
export function compileAndRunEach(programs: Readonly<Record<string, string>>): {
  complaints: string;
  outcomes: Readonly<Record<string, Outcome>>;
} {
  // Below node_modules no other tool looks, and the packages are still found.
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'examples-'));
  try {
    for (const [name, code] of Object.entries(programs)) {
      const program = `${preamble}${code}\nexport {};\n`;
      writeFileSync(join(folder, `${name}.ts`), program);
      writeFileSync(join(folder, `${name}.mjs`), transformSync(program, { mode: 'strip-only' }).code);
    }
    const settings = { extends: join(root, 'tsconfig.json'), include: ['*.ts'], exclude: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    writeFileSync(join(folder, 'runner.mjs'), runner);
    const complaints = node([join(root, 'node_modules/typescript/bin/tsc'), '--project', folder]);
    const names = Object.keys(programs).join(',');
    const seed = join(import.meta.dirname, 'seed.json');
    const run = ['--conditions=trickle-source', '--no-warnings', join(folder, 'runner.mjs'), names, seed];
    return { complaints, outcomes: JSON.parse(node(run)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function node(given: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8', timeout: 50_000 });
  return stdout + stderr;
}
