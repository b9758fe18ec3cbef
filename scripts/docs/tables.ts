// Writes the tables in pages that are made from declarations and their comments: `npm run generate`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTables } from './cli-tables.ts';
import { withErrorTables } from './error-tables.ts';

for (const page of ['docs/troubleshooting.md', 'packages/cli/README.md']) {
  const file = join(import.meta.dirname, '../..', page);
  writeFileSync(file, withTables(withErrorTables(readFileSync(file, 'utf8'))));
}
