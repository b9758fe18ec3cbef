// Writes everything that is generated: `npm run generate`. In this order, since later files read earlier ones.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const programs = [
  'store/new-database.ts', // the statements of a new SQLite database, from the migrations
  'contract/operations.ts', // the SDK's table of operations, from the contract
  'docs/openapi.ts', // docs/openapi.json and the JSON Schema of seeds, from the contract and the admin operations
  'docs/tables.ts', // the tables of options, errors and exit codes in pages, from their declarations and comments
  'docs/reference.ts', // packages/sdk/docs/reference, from the contract and the SDK's comments
  'docs/conformance.ts', // docs/conformance.md, from the lines `// proves: …` above tests
];
for (const program of programs) {
  const options = ['--conditions=trickle-source', '--no-warnings'];
  const { status } = spawnSync(process.execPath, [...options, join(import.meta.dirname, program)], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
