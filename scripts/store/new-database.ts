// Writes the statements that create a new SQLite database, which are those of all migrations without what later ones undo.
import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sqlite } from '../../packages/mock-server/src/store/engine/migrations/dialects.ts';
import {
  migrationsFrom,
  NEW_DATABASE,
} from '../../packages/mock-server/src/store/engine/migrations/migrations.ts';

const database = new DatabaseSync(':memory:');
database.exec(migrationsFrom(0, sqlite));
const statements = database
  .prepare("select sql from sqlite_master where sql is not null and name not like 'sqlite_%' order by rowid")
  .all()
  .map(({ sql }) => `${sql};\n`);
const { revision } = database.prepare('select revision from server_revision').get() ?? {};
writeFileSync(
  NEW_DATABASE,
  `-- Generated from the migrations by \`npm run generate\`.
${statements.join('')}insert into server_revision (revision) values (${revision});
insert into row_numbers (reserved) values (0);
`,
);
