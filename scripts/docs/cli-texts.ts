// Writes the comments of the contract to a module of the command, for its help, since comments do not exist at run time;
// then the tables of its README: `npm run generate`.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractTexts } from './contract-texts.ts';

const file = join(import.meta.dirname, '../../packages/cli/src/operations/contract-texts.ts');

const { operations, members } = contractTexts();
writeFileSync(
  file,
  `// Generated from the comments of the contract by \`npm run generate\`.

/** Descriptions of operations, by noun and method. */
export const OPERATION_TEXTS: Readonly<Record<string, string>> = ${JSON.stringify(operations)};

/** Descriptions of members, by the name of their schema and their own. */
export const MEMBER_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(members)};
`,
);
const biome = join(import.meta.dirname, '../../node_modules/@biomejs/biome/bin/biome');
const { status } = spawnSync(process.execPath, [biome, 'check', '--write', file], { stdio: 'inherit' });
process.exitCode = status ?? 1;

const readme = join(import.meta.dirname, '../../packages/cli/README.md');
const { withTables } = await import('./cli-tables.ts'); // with the texts of above
writeFileSync(readme, withTables(readFileSync(readme, 'utf8')));
