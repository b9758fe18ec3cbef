// Writes the comments of the contract to a file of the command, for its help, since comments do not exist at run time;
// then the tables of its README: `npm run generate`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractTexts } from './contract-texts.ts';

const cli = join(import.meta.dirname, '../../packages/cli');
const file = join(cli, 'src/operations/contract-texts.generated.json');
writeFileSync(file, `${JSON.stringify(contractTexts(), null, 2)}\n`);

const readme = join(cli, 'README.md');
const { withTables } = await import('./cli-tables.ts'); // with the texts of above
writeFileSync(readme, withTables(readFileSync(readme, 'utf8')));
