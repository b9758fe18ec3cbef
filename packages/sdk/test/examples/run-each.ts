import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { node, Programs, RUN } from '../snippets.ts';

/** The lines that a program printed, and the error that ended it. */
export interface Outcome {
  readonly printed: readonly string[];
  readonly error?: string;
}

/** The preconditions of every example. */
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

/** Compiles programs together and runs each by itself. Returns the compiler's complaints and the outcomes. */
export function compileAndRunEach(programs: Readonly<Record<string, string>>): {
  complaints: string;
  outcomes: Readonly<Record<string, Outcome>>;
} {
  const files = Object.entries(programs).map(([name, code]) => [name, preamble + code]);
  using compiled = new Programs(Object.fromEntries(files));
  const runnerFile = join(compiled.folder, 'runner.mjs');
  writeFileSync(runnerFile, runner);
  const seed = join(import.meta.dirname, 'seed.json');
  const { output } = node([...RUN, runnerFile, Object.keys(programs).join(','), seed]);
  return { complaints: compiled.allComplaints.join('\n'), outcomes: JSON.parse(output) };
}
