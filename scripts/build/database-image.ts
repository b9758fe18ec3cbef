import { writeFileSync } from 'node:fs';
import { openSqlite } from '../../packages/mock-server/src/store/sqlite.ts';

/** The size of the pieces that a database is cut into. */
const PIECE = 128;

/** Writes a module with an empty database of the server, so that a server starts without creating 60 tables. */
export async function buildDatabaseImage(file: string): Promise<void> {
  const store = openSqlite();
  const bytes = await store.image?.take();
  await store.close();
  if (!bytes) throw new Error('This version of Node.js cannot copy a database. Build with the pinned one.');
  writeFileSync(
    file,
    `const runs = ${JSON.stringify(runsOf(Buffer.from(bytes)))};
export function builtImage() {
  const bytes = Buffer.alloc(${bytes.length});
  for (const [offset, text] of runs) bytes.write(text, offset, 'base64');
  return bytes;
}
`,
  );
}

/** The parts of a database that are not empty, in Base64, by their offsets. Unzipping would take longer than it saves. */
function runsOf(bytes: Buffer): [offset: number, text: string][] {
  const runs: { offset: number; end: number }[] = [];
  for (let offset = 0; offset < bytes.length; offset += PIECE) {
    const end = offset + PIECE;
    if (bytes.subarray(offset, end).every((byte) => byte === 0)) continue;
    const last = runs.at(-1);
    if (last?.end === offset) last.end = end;
    else runs.push({ offset, end });
  }
  return runs.map(({ offset, end }) => [offset, bytes.subarray(offset, end).toString('base64')]);
}
