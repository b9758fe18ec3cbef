// Writes what the comments of the contract say into a module of the command line, which shows it in its help:
// `npm run docs:cli`. At run time the comments are gone.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractTexts } from './contract-texts.ts';

const file = join(import.meta.dirname, '../../packages/sdk/src/cli/operations/contract-texts.ts');

const { operations, members } = contractTexts();
writeFileSync(
  file,
  `// Generated from the comments of the contract by \`npm run docs:cli\`.

/** What each operation does, by noun and method. */
export const OPERATION_TEXTS: Readonly<Record<string, string>> = ${JSON.stringify(operations)};

/** What each member of a record is, by the name of the schema and its own. */
export const MEMBER_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(members)};
`,
);
const biome = join(import.meta.dirname, '../../node_modules/@biomejs/biome/bin/biome');
const { status } = spawnSync(process.execPath, [biome, 'check', '--write', file], { stdio: 'inherit' });
process.exitCode = status ?? 1;
