// Writes the tables of errors, codes and exit codes, from their declarations and comments: `npm run generate`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withErrorTables } from './error-tables.ts';

for (const page of ['docs/troubleshooting.md', 'packages/cli/README.md']) {
  const file = join(import.meta.dirname, '../..', page);
  writeFileSync(file, withErrorTables(readFileSync(file, 'utf8')));
}
